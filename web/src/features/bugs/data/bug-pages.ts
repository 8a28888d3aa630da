import type { InfiniteData } from '@tanstack/react-query';
import { matcherOf } from '#contract/search.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { belongs, orderOf } from './order.ts';
import type { BugPage } from './queries.ts';

/** What is loaded of a list. */
export type BugPages = InfiniteData<BugPage, string | undefined>;

/** What is wanted of a list; `me` is the user who asks. */
interface Wanted {
  readonly filter: BugFilter;
  readonly text: string;
  readonly me: string;
}

/** The bugs of all pages that contain a text. */
export function rowsOf(
  data: Pick<BugPages, 'pages'> | undefined,
  { filter, text, me }: Wanted,
): readonly Bug[] {
  const loaded = data?.pages.flatMap(({ bugs }) => bugs) ?? [];
  const listed = data?.pages.some(({ isBare }) => isBare)
    ? loaded.filter((bug) => belongs(bug, filter, me)).toSorted(orderOf(filter.sort))
    : loaded;
  return text === '' ? listed : listed.filter(matcherOf(text));
}

/** The pages with what `change` makes of each bug. */
export function mapBugs(data: BugPages, change: (bug: Bug) => Bug): BugPages {
  return mapPages(data, (bugs) => bugs.map(change));
}

/** The pages with the bug as it now is, in its old place; where they know a later version, they keep that. */
export function withBug(data: BugPages, bug: Bug): BugPages {
  return mapBugs(data, (other) => (other._id === bug._id ? newerOf(other, bug) : other));
}

/** The later version of the cached bug and a response; of equal versions, the response. */
export function newerOf(known: Bug | undefined, bug: Bug): Bug {
  return known && isLater(known, bug) ? known : bug;
}

const isLater = (one: Bug, other: Bug) => (one.version ?? 0) > (other.version ?? 0);

/** The pages without the bug, and the number of matches one lower if it was among them. */
export function withoutBug(data: BugPages, id: string): BugPages {
  const found = data.pages.some(({ bugs }) => bugs.some((bug) => bug._id === id));
  if (!found) return data;
  const rest = mapPages(data, (bugs) => bugs.filter((bug) => bug._id !== id));
  return { ...rest, pages: rest.pages.map((page) => ({ ...page, total: oneLess(page.total) })) };
}

/**
 * The pages of a list with the bug in the place where the server would have it: gone where it does not belong, and left
 * to a later page where it stands behind what is loaded. The number of matches is not touched.
 */
export function withBugPlaced(data: BugPages, bug: Bug, filter: BugFilter, me: string): BugPages {
  const shown = data.pages.flatMap(({ bugs }) => bugs).find(({ _id }) => _id === bug._id);
  if (shown && isLater(shown, bug)) return data;
  const rest = shown ? mapPages(data, (bugs) => bugs.filter(({ _id }) => _id !== bug._id)) : data;
  const order = orderOf(filter.sort);
  const last = rest.pages.at(-1);
  const isBehind = last?.next !== undefined && last.edge !== undefined && order(bug, last.edge) > 0;
  return isBehind || !belongs(bug, filter, me) ? rest : inserted(rest, bug, order);
}

function inserted(data: BugPages, bug: Bug, order: (one: Bug, other: Bug) => number): BugPages {
  const comesAfter = (other: Bug) => order(bug, other) < 0;
  const found = data.pages.findIndex(({ bugs }) => bugs.some(comesAfter));
  const page = found === -1 ? data.pages.length - 1 : found;
  return mapPages(data, (bugs, index) => {
    if (index !== page) return bugs;
    const at = bugs.findIndex(comesAfter);
    return bugs.toSpliced(at === -1 ? bugs.length : at, 0, bug);
  });
}

function mapPages(data: BugPages, change: (bugs: readonly Bug[], index: number) => readonly Bug[]): BugPages {
  return {
    ...data,
    pages: data.pages.map((page, index) => ({ ...page, bugs: change(page.bugs, index) })),
  };
}

const oneLess = (total: string) => (/^[1-9]\d*$/.test(total) ? String(Number(total) - 1) : total);
