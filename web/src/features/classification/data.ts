import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryFilters,
  queryOptions,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { listComponents } from '#contract/classification/components.ts';
import { listCustomFields } from '#contract/classification/custom-fields.ts';
import { getLabelSettings, labelPermissions, listLabels } from '#contract/classification/labels.ts';
import {
  getVersion,
  listVersionBugs,
  listVersionProgress,
  listVersions,
  type VersionBug,
  type VersionList,
  versionPage,
} from '#contract/classification/versions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { can } from '#contract/permissions.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { type OnChanges, reread, showingNames } from '#web/lib/live/change.ts';
import { customFieldsQuery } from '#web/lib/bugs/query-fields.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';
import { byName } from '#web/lib/names.ts';
import { useUser } from '#web/lib/session/auth-context.ts';

/** A definition as it appears in bugs. */
export interface Ref {
  readonly _id: string;
  readonly name: string;
}

/** Something that admins define for bugs, such as a label. Bugs keep an archived one, but can no longer get it. */
export interface Definition extends Ref {
  readonly archived?: boolean;
  /** The ids of the definitions that were merged into it. */
  readonly formerIds?: readonly string[] | undefined;
  readonly state?: string;
}

/** Where the definitions of a kind are shown. */
interface Shown {
  /** The endpoints whose responses contain them, besides those of bugs. */
  readonly endpoints: readonly Endpoint[];
  /** Parts of the keys of other queries of bugs that a change affects. */
  readonly keyParts?: readonly string[];
}

/** A kind of definitions: how they are fetched, shown and sorted. */
export interface Kind<D extends Definition> extends Shown {
  /** All of them, archived ones included. */
  readonly query: UseQueryOptions<D[]> & { readonly queryKey: readonly unknown[] };
  /** Whether they are sorted by name; admins order the others. */
  readonly isByName: boolean;
}

export const labels = {
  query: { ...endpointQuery(listLabels, {}), staleTime: untilChanged },
  endpoints: [listLabels],
  // When a label is deleted, bugs may be left without any.
  keyParts: ['"label":"none"'],
  isByName: true,
};

export const components = {
  query: { ...endpointQuery(listComponents, {}), staleTime: untilChanged },
  endpoints: [listComponents],
  isByName: true,
};

export const versions = {
  query: { ...endpointQuery(listVersions, {}), staleTime: untilChanged },
  endpoints: [listVersions, getVersion, listVersionProgress],
  isByName: false,
};

export const customFields = {
  query: customFieldsQuery,
  endpoints: [listCustomFields],
  isByName: false,
};

/** All definitions of a kind in order, and those that bugs can get; none if the back end does not support them. */
export function useDefinitions<D extends Definition>(kind: Kind<D>) {
  const { data = [] } = useQuery({ ...kind.query, enabled: useAdditions() });
  const all = inOrder(kind, data);
  return { all, usable: usable(all) };
}

/** The definitions that bugs can get. */
export function usable<D extends Definition>(all: readonly D[]): readonly D[] {
  return all.filter((definition) => !isArchived(definition));
}

export function isArchived({ archived, state }: Definition): boolean {
  return archived ?? state === 'archived';
}

/** The definitions of a kind, if they are loaded. */
export function known<D extends Definition>(kind: Kind<D>, client: QueryClient): readonly D[] {
  return client.getQueryData<D[]>(kind.query.queryKey) ?? [];
}

/** Sorts definitions by name if their kind is; others are in their order already. */
export function inOrder<T extends Ref>(
  kind: Pick<Kind<Definition>, 'isByName'>,
  all: readonly T[],
): readonly T[] {
  return kind.isByName ? all.toSorted(byName) : all;
}

/** The queries that show the definitions with these ids. */
function showing({ endpoints, keyParts = [] }: Shown, ids: readonly string[]): QueryFilters {
  const keys = endpoints.map((endpoint) => endpointKey(endpoint));
  return showingNames(keys, [...ids, ...keyParts]);
}

/** Returns a function that refetches the queries that show a definition, after it was changed here. */
export function refreshing(kind: Shown) {
  return (client: QueryClient, id: string) => client.invalidateQueries(showing(kind, [id]));
}

/** Returns a handler that refetches the queries that show definitions, after live changes. */
export function rereading(kind: Shown): OnChanges {
  return ({ queryClient }, changes) =>
    reread(
      queryClient,
      showing(
        kind,
        changes.map(({ _id }) => _id),
      ),
    );
}

export const labelSettingsQuery = { ...endpointQuery(getLabelSettings, {}), staleTime: untilChanged };

/** The labels, and whether the user can create one. The field is offered if there are labels or the user can do so. */
export function useLabels() {
  const user = useUser();
  const { data: settings } = useQuery({ ...labelSettingsQuery, enabled: useAdditions() });
  const { all, usable: offered } = useDefinitions(labels);
  const mayCreate = settings !== undefined && can(user, labelPermissions.create, settings);
  return { all, usable: offered, mayCreate, isOffered: all.length > 0 || mayCreate };
}

export const versionQuery = (id: string) => endpointQuery(getVersion, { params: { id } });

/** How many bugs of each planned version are resolved. */
export const progressQuery = endpointQuery(listVersionProgress, {});

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
