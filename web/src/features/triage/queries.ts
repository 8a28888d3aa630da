import { queryOptions } from '@tanstack/react-query';
import { listComponents } from '#contract/classification/components.ts';
import { listLabels } from '#contract/classification/labels.ts';
import { listTriageSnoozes } from '#contract/bugs/triage.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { type Bug, listBugs } from '#web/lib/api/specified.ts';

export const queueKey = ['bugs to triage'] as const;

/** How many bugs are loaded: the next ones are once these are triaged. */
export const queueSize = 100;

export type QueueOrder = 'newest' | 'oldest';

/**
 * What waits for triage: open bugs that are not triaged, whose reporter is asked nothing, and that have no assignee or, where
 * there are components, no component. Every bug has a priority.
 */
export function queueQuery(hasComponents: boolean, order: QueueOrder) {
  const lacks = hasComponents ? '(component:none OR assignee:none)' : 'assignee:none';
  const query = `status:open triaged:no -has:question ${lacks} sort:${order === 'newest' ? '-' : ''}created`;
  return queryOptions<Bug[]>({
    queryKey: [...queueKey, query],
    queryFn: ({ signal }) => call(listBugs, { query: { query, limit: String(queueSize) }, signal }),
  });
}

export const snoozesQuery = endpointQuery(listTriageSnoozes, {});
export const labelsQuery = endpointQuery(listLabels, {});
export const componentsQuery = endpointQuery(listComponents, {});
