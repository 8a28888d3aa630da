import type { Bug } from '#web/lib/api/specified.ts';

export type Shown = readonly Pick<Bug, '_id' | 'version'>[];

/** A version of a bug, if bugs have versions; null for its deletion. */
export interface BugChange {
  readonly _id: string;
  readonly version?: number | null | undefined;
}

/**
 * How many of the shown bugs were added or changed since they were last seen, plus the number by which the list has
 * become shorter: a list of fixed length replaces bugs. `isOwn` recognises the user's own changes.
 */
export function countNews(seen: Shown, shown: Shown, isOwn: (change: BugChange) => boolean): number {
  const versions = new Map(seen.map(({ _id, version }) => [_id, version]));
  const changed = shown.filter(
    (bug) => (!versions.has(bug._id) || versions.get(bug._id) !== bug.version) && !isOwn(bug),
  );
  const expected = seen.filter(({ _id }) => !isOwn({ _id, version: null }));
  return changed.length + Math.max(0, expected.length - shown.length);
}
