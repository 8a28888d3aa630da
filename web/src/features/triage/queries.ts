import { queryOptions } from '@tanstack/react-query';
import { listComponents } from '#contract/classification/components.ts';
import { listLabels } from '#contract/classification/labels.ts';
import { getTriage, listTriageSnoozes } from '#contract/bugs/triage.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { type Bug, listBugs } from '#web/lib/api/specified.ts';

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
export const labelsQuery = endpointQuery(listLabels, {});
export const componentsQuery = endpointQuery(listComponents, {});
