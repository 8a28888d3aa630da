import type { ActivityEntry, getActivity } from '#contract/bugs/history.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import type { Output } from '#contract/endpoint.ts';

/** A gapless part of a bug's timeline, and the cursors to continue in both directions. */
export type Stretch = Output<typeof getActivity>;

/** The stretch preceded by the earlier page. */
export function withEarlier(known: Stretch, page: Stretch): Stretch {
  return { entries: joined(page.entries, known.entries), before: page.before, after: known.after };
}

/** The stretch followed by the later page. */
export function withLater(known: Stretch, page: Stretch): Stretch {
  return { entries: joined(known.entries, page.entries), before: known.before, after: page.after };
}

/** The stretch, which reached the end, merged with the newest page; only that page if there is a gap between them. */
export function withNewest(known: Stretch, page: Stretch): Stretch {
  const ids = new Set(page.entries.map(({ _id }) => _id));
  const touches = page.before === null || known.entries.some(({ _id }) => ids.has(_id));
  if (!touches) return page;
  const entries = joined(known.entries, page.entries);
  const isLonger = entries.length > page.entries.length;
  return { entries, before: isLonger ? known.before : page.before, after: page.after };
}

/** Whether the stretch starts at the entry, or before it. */
export function isSince({ entries: [first] }: Stretch, entry: ActivityEntry | undefined): boolean {
  if (!first || !entry) return true;
  return (compare(first.at, entry.at) || compare(first._id, entry._id)) <= 0;
}

/** The stretch with the comment's current state; a new comment is at the end. */
export function withComment(known: Stretch, comment: Comment): Stretch {
  const entry = { kind: 'comment', _id: comment._id, at: comment.createdAt, comment } as const;
  const present = commentIn(known, comment._id);
  // A deletion keeps the version.
  const isOutdated =
    present &&
    (present.version > comment.version || (present.deletedAt !== null && comment.deletedAt === null));
  if (isOutdated) return known;
  return { ...known, entries: joined(known.entries, [entry]) };
}

export function commentIn({ entries }: Stretch, id: string): Comment | undefined {
  const entry = entries.find(({ _id }) => _id === id);
  return entry?.kind === 'comment' ? entry.comment : undefined;
}

/** The union of both lists in timeline order; for duplicates, the second list wins. */
function joined(one: readonly ActivityEntry[], other: readonly ActivityEntry[]): ActivityEntry[] {
  const byId = new Map([...one, ...other].map((entry) => [entry._id, entry]));
  return [...byId.values()].toSorted((a, b) => compare(a.at, b.at) || compare(a._id, b._id));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
