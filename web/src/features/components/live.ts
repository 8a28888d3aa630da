import type { Query, QueryFilters } from '@tanstack/react-query';
import { listComponents } from '#contract/components.ts';
import { getHistory } from '#contract/history.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';

const listKey = endpointKey(listComponents)[0];
const keysOfBugs = new Set([listBugs, getBug, getHistory].map((endpoint) => endpointKey(endpoint)[0]));

/** The queries that show these components. After a change of one, bugs have no newer version, but another name on them. */
export function showing(ids: readonly string[]): QueryFilters {
  const mayName = ({ state }: Query) => {
    // What is being fetched may be older than the change.
    if (state.fetchStatus === 'fetching') return true;
    const text = JSON.stringify(state.data);
    return text !== undefined && ids.some((id) => text.includes(id));
  };
  return {
    predicate: (query) =>
      query.queryKey[0] === listKey || (keysOfBugs.has(String(query.queryKey[0])) && mayName(query)),
  };
}

export const componentsChanged: OnChanges = ({ queryClient }, changes) =>
  reread(queryClient, showing(changes.map(({ _id }) => _id)));
