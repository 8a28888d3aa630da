import * as z from 'zod/mini';
import { bugField } from '#contract/bugs/field.ts';
import { catalogue } from '#contract/messages.ts';
import { id, idList, idOrNone, idsOrNone } from '#contract/text.ts';

/** A version of the product, as bugs have it. */
export const versionRef = z.object({ _id: id, name: z.string() });

export type VersionRef = z.infer<typeof versionRef>;

/** How many versions there can be, on one bug, in a filter and in all. */
export const maxVersions = { ofBug: 20, inFilter: 50, inAll: 500 };

interface Max {
  readonly max: number;
}

export const versionFieldMessages = catalogue('versionFields', {
  notIds: () => 'Found in must be the ids of versions',
  tooManyOnBug: ({ max }: Max) => `A bug can be found in at most ${max} versions`,
  notId: () => 'Fixed in must be the id of a version, or empty',
  noFilter: ({ name, max }: Max & { name: string }) =>
    `${name} must be none, or the ids of at most ${max} versions, separated by commas`,
});

/** A query parameter of ids, or `none`. */
function versionFilter(name: string) {
  const max = maxVersions.inFilter;
  return idsOrNone(max, versionFieldMessages.noFilter({ name, max }));
}

const isAmong = (versions: readonly VersionRef[], wanted: string) =>
  wanted === 'none'
    ? versions.length === 0
    : wanted.split(',').some((one) => versions.some(({ _id }) => _id === one));

/** The versions in which a bug was seen. */
export const foundInField = bugField({
  label: 'Found in',
  value: z.array(versionRef),
  input: z.pipe(
    idList(maxVersions.ofBug, {
      error: versionFieldMessages.notIds(),
      tooMany: versionFieldMessages.tooManyOnBug({ max: maxVersions.ofBug }),
    }),
    z.transform((ids: string[]) => ids.toSorted()),
  ),
  isRequired: false,
  empty: [] as VersionRef[],
  inputOf: (versions: readonly VersionRef[]) => versions.map(({ _id }) => _id).toSorted(),
  matches: isAmong,
  merge: 'items',
  query: { name: 'found', kind: 'named', orNone: true },
  namesChangedBy: 'version',
  filter: { foundIn: versionFilter('foundIn') },
});

/** The version in which a bug is fixed; while it is not resolved, the planned one. */
export const fixedInField = bugField({
  label: 'Fixed in',
  value: z.nullable(versionRef),
  input: idOrNone(versionFieldMessages.notId()),
  isRequired: false,
  empty: null as VersionRef | null,
  inputOf: (version: VersionRef | null) => version?._id ?? null,
  matches: (version: VersionRef | null, wanted: string) => isAmong(version ? [version] : [], wanted),
  query: { name: 'fixed', kind: 'named', orNone: true },
  filter: { fixedIn: versionFilter('fixedIn') },
});

export const versionActions = ['version created', 'version changed', 'version deleted'] as const;
