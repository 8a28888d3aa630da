import type { Query, QueryFilters } from '@tanstack/react-query';
import { getHistory } from '#contract/bugs/history.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';

const keysOfBugs = new Set([listBugs, getBug, getHistory].map((endpoint) => endpointKey(endpoint)[0]));

/**
 * The queries with these keys, and those of bugs whose data contain one of these texts, such as the id of a label: after
 * it is renamed, bugs keep their version but show another name.
 */
export function showingNames(
  keys: readonly (readonly unknown[])[],
  mentioned: readonly string[],
): QueryFilters {
  const mayMention = ({ queryKey, state }: Query) => {
    // The response of a running fetch may be older than the change.
    if (state.fetchStatus === 'fetching') return true;
    const text = JSON.stringify([queryKey, state.data]);
    return mentioned.some((part) => text.includes(part));
  };
  return {
    predicate: (query) =>
      keys.some(([key]) => key === query.queryKey[0]) ||
      (keysOfBugs.has(String(query.queryKey[0])) && mayMention(query)),
  };
}
