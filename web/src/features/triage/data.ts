import { queryOptions } from '@tanstack/react-query';
import { getTriage, listTriageSnoozes } from '#contract/bugs/triage.ts';
import { listComponents } from '#contract/classification/components.ts';
import { listLabels } from '#contract/classification/labels.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';
import { type Bug, listBugs } from '#web/lib/api/specified.ts';

/* Names of keys that do something else on other pages. */
export const snoozeKey = 'snooze in triage';
export const undoKey = 'undo in triage';
export const undoControlKey = 'undo in triage by Ctrl';

export const queueKey = ['bugs to triage'] as const;

/** The number of bugs loaded: the next ones are loaded once these are triaged. */
export const queueSize = 100;

export type QueueOrder = 'newest' | 'oldest';

/** The bugs waiting for triage: open, not accepted, and without a pending question to the reporter. */
export function queueQuery(order: QueueOrder) {
  const query = `status:open triaged:no -has:question sort:${order === 'newest' ? '-' : ''}created`;
  return queryOptions<Bug[]>({
    queryKey: [...queueKey, query],
    queryFn: ({ signal }) => call(listBugs, { query: { query, limit: String(queueSize) }, signal }),
  });
}

/** The number of bugs waiting. */
export const waitingQuery = endpointQuery(getTriage, {});
export const snoozesQuery = endpointQuery(listTriageSnoozes, {});
export const labelsQuery = { ...endpointQuery(listLabels, {}), staleTime: untilChanged };
export const componentsQuery = { ...endpointQuery(listComponents, {}), staleTime: untilChanged };
