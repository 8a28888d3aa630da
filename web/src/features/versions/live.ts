import type { QueryFilters } from '@tanstack/react-query';
import {
  getVersion,
  listVersionBugs,
  listVersionProgress,
  listVersions,
} from '#contract/classification/versions.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { LiveHandlers } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { showingNames } from '#web/lib/live/showing-names.ts';

const keysOfVersions = [listVersions, getVersion, listVersionProgress].map((one) => endpointKey(one));

/** The queries that show these versions. */
export function showing(ids: readonly string[]): QueryFilters {
  return showingNames(keysOfVersions, ids);
}

export const liveVersions: LiveHandlers = {
  version: ({ queryClient }, changes) => reread(queryClient, showing(changes.map(({ _id }) => _id))),
  // The server counts the bugs of a version.
  bug: [endpointKey(getVersion), endpointKey(listVersionProgress), endpointKey(listVersionBugs)],
};
