import type { Bug } from '#web/lib/api/specified.ts';

export type Shown = readonly Pick<Bug, '_id' | 'version'>[];

/** A version of a bug, where bugs have versions; null for its deletion. */
export interface BugChange {
  readonly _id: string;
  readonly version?: number | null | undefined;
}

/**
 * How many bugs of what is shown now came or changed since it was last seen, or went, as far as it became less: from a
 * list that shows only so many, others are pushed out. `isOwn` tells what somebody did who needs no telling.
 */
export function countNews(seen: Shown, shown: Shown, isOwn: (change: BugChange) => boolean): number {
  const versions = new Map(seen.map(({ _id, version }) => [_id, version]));
  const changed = shown.filter(
    (bug) => (!versions.has(bug._id) || versions.get(bug._id) !== bug.version) && !isOwn(bug),
  );
  const expected = seen.filter(({ _id }) => !isOwn({ _id, version: null }));
  return changed.length + Math.max(0, expected.length - shown.length);
}
