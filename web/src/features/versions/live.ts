import type { Query, QueryFilters } from '@tanstack/react-query';
import { getHistory } from '#contract/history.ts';
import { getVersion, listVersionBugs, listVersionProgress, listVersions } from '#contract/versions.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';
import type { LiveHandlers } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';

const keysOfVersions = [listVersions, getVersion, listVersionProgress].map((one) => endpointKey(one));
const keysOfBugs = new Set([listBugs, getBug, getHistory].map((endpoint) => endpointKey(endpoint)[0]));

/** The queries that show these versions. After a change of a version, bugs have no newer version, but another name on them. */
export function showing(ids: readonly string[]): QueryFilters {
  const mayMention = ({ queryKey, state }: Query) => {
    // What is being fetched may be older than the change.
    if (state.fetchStatus === 'fetching') return true;
    const text = JSON.stringify([queryKey, state.data]);
    return ids.some((id) => text.includes(id));
  };
  return {
    predicate: (query) =>
      keysOfVersions.some(([key]) => key === query.queryKey[0]) ||
      (keysOfBugs.has(String(query.queryKey[0])) && mayMention(query)),
  };
}

export const liveVersions: LiveHandlers = {
  version: ({ queryClient }, changes) => reread(queryClient, showing(changes.map(({ _id }) => _id))),
  // What a version has of bugs is counted by the server.
  bug: [endpointKey(getVersion), endpointKey(listVersionProgress), endpointKey(listVersionBugs)],
};
