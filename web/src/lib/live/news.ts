import type { Bug } from '#contract/bugs.ts';

export type Shown = readonly Pick<Bug, '_id' | 'version'>[];

/**
 * How many bugs of what is shown now came or changed since it was last seen, or went, as far as it became less: from a
 * list that shows only so many, others are pushed out. `isOwn` tells what somebody did who needs no telling.
 */
export function countNews(seen: Shown, shown: Shown, isOwn: (bug: Shown[number]) => boolean): number {
  const versions = new Map(seen.map(({ _id, version }) => [_id, version]));
  const others = shown.filter((bug) => versions.get(bug._id) !== bug.version && !isOwn(bug));
  return others.length + Math.max(0, seen.length - shown.length);
}
