import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  getVersion,
  listVersionBugs,
  listVersionProgress,
  listVersions,
  type VersionBug,
  type VersionList,
  versionPage,
} from '#contract/classification/versions.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';

/** Every version in its order, archived ones included. */
export const versionsQuery = endpointQuery(listVersions, {});

export const progressQuery = endpointQuery(listVersionProgress, {});

export const versionQuery = (id: string) => endpointQuery(getVersion, { params: { id } });

/** A list of bugs of a version, a page at a time. */
export const versionBugsQuery = (id: string, list: VersionList) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listVersionBugs, id, list),
    queryFn: ({ pageParam: after, signal }): Promise<VersionBug[]> =>
      call(listVersionBugs, {
        params: { id },
        query: { list, limit: String(versionPage.shown), ...(after !== '' && { after }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < versionPage.shown ? undefined : page.at(-1)?._id),
  });

/** All bugs that were fixed in a version, for its changelog. */
export const changelogQuery = (id: string) =>
  queryOptions({
    queryKey: endpointKey(listVersionBugs, id, 'changelog'),
    queryFn: async ({ signal }): Promise<VersionBug[]> => {
      const bugs: VersionBug[] = [];
      for (;;) {
        const after = bugs.at(-1)?._id;
        const query = { list: 'fixed', limit: String(versionPage.most), ...(after && { after }) } as const;
        const page = await call(listVersionBugs, { params: { id }, query, signal });
        bugs.push(...page);
        if (page.length < versionPage.most) return bugs;
      }
    },
    // Not cached: generated anew each time.
    gcTime: 0,
  });
