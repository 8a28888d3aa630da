import type { Query, QueryFilters } from '@tanstack/react-query';
import { getHistory } from '#contract/history.ts';
import { listLabels } from '#contract/labels.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';

const listKey = endpointKey(listLabels)[0];
const keysOfBugs = new Set([listBugs, getBug, getHistory].map((endpoint) => endpointKey(endpoint)[0]));

/**
 * The queries that show these labels. After a change of a label, bugs have no newer version, but another name or colour on
 * them. A new label is on none yet.
 */
export function showing(ids: readonly string[]): QueryFilters {
  const mayMention = ({ queryKey, state }: Query) => {
    // What is being fetched may be older than the change.
    if (state.fetchStatus === 'fetching') return true;
    const text = JSON.stringify([queryKey, state.data]);
    // Without a label that was deleted, a bug may be among those that have none.
    return [...ids, '"label":"none"'].some((part) => text.includes(part));
  };
  return {
    predicate: (query) =>
      query.queryKey[0] === listKey || (keysOfBugs.has(String(query.queryKey[0])) && mayMention(query)),
  };
}

export const labelsChanged: OnChanges = ({ queryClient }, changes) =>
  reread(queryClient, showing(changes.map(({ _id }) => _id)));
