import type { InfiniteData } from '@tanstack/react-query';
import type { QueryField } from '#contract/query/fields.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { isLater, newerOf } from '#web/lib/bugs/cached-bug.ts';
import { matcherOf, searchesComments } from '#contract/bugs/search.ts';
import { belongs, orderOf, sortOf, usualSort } from './order.ts';

export interface BugPage {
  readonly bugs: readonly Bug[];
  /** The number of matches in the server's form: a number, or `1000+`. */
  readonly total: string;
  readonly next: string | undefined;
  /** The last bug of the page as fetched: the next page starts after its position at that time. */
  readonly edge: Bug | undefined;
  /** All changes up to this position are included. */
  readonly since: number;
  /** The position up to which the total includes all changes, if the total was fetched later. */
  readonly totalSince?: number;
  /** Whether bugs may not match and may be in any order: from a back end without additions, or from another list. */
  readonly isUnfiltered: boolean;
}

/** The loaded pages of a list. */
export type BugPages = InfiniteData<BugPage, string | undefined>;
type Pages = Pick<BugPages, 'pages'>;

/** A list whose pages are loaded. */
export interface Listed {
  /** The filter with which the pages were fetched. */
  readonly filter: BugFilter;
  /** The fields that its query may name. */
  readonly fields: readonly QueryField[];
  /** The id of the signed-in user. */
  readonly me: string;
}

/** A list, and the search for the wanted bugs in it. */
interface Wanted extends Listed {
  readonly text: string;
  /** The current query. */
  readonly query: string | undefined;
}

/** The bugs of all pages. */
export function bugsOf(data: Pages | undefined): readonly Bug[] {
  return data?.pages.flatMap(({ bugs }) => bugs) ?? [];
}

/** The bugs of all pages that match the filter and the text; all of them for a query other than the pages' own. */
export function rowsOf(data: Pages | undefined, { filter, fields, text, query, me }: Wanted): readonly Bug[] {
  if (query !== undefined && query !== filter.query) return bugsOf(data);
  const isUnfiltered = data?.pages.some((page) => page.isUnfiltered) === true || query !== filter.query;
  // The browser does not have the texts of comments.
  const isAnswer = text === '' || (!isUnfiltered && searchesComments(text));
  const found = isAnswer ? bugsOf(data) : bugsOf(data).filter(matcherOf(text));
  if (!isUnfiltered) return found;
  const wanted = { ...filter, query };
  const rows = found.filter((bug) => belongs(bug, wanted, me));
  const sort = sortOf(wanted, fields) ?? usualSort();
  return sort === undefined ? rows : rows.toSorted(orderOf(sort));
}

/** Whether all pages are loaded. */
export function isComplete(data: Pages | undefined): boolean {
  return data !== undefined && data.pages.at(-1)?.next === undefined;
}

/** The number of matches as text; undefined while unknown: in a partial list, the rest may not match. */
export function totalOf(data: Pages | undefined, shown: number, isWhole: boolean): string | undefined {
  const last = data?.pages.at(-1);
  if (last?.next === undefined) return last && String(shown);
  return isWhole ? last.total : undefined;
}

/** The pages as those of a list with another filter or order. */
export function asUnfiltered(data: BugPages): BugPages {
  return mapPages(data, (page) => ({ ...page, isUnfiltered: true }));
}

/** The pages with `change` applied to each bug. */
export function mapBugs(data: BugPages, change: (bug: Bug) => Bug): BugPages {
  return withBugs(data, bugsOf(data).map(change));
}

/** The pages with this state of the bug in its old place, unless they have a later version of it. */
export function withBug(data: BugPages, bug: Bug): BugPages {
  return mapBugs(data, (other) => (other._id === bug._id ? newerOf(other, bug) : other));
}

/** The pages without the bug, and with one match fewer if it was among them. */
export function withoutBug(data: BugPages, id: string): BugPages {
  const bugs = bugsOf(data);
  const rest = bugs.filter(({ _id }) => _id !== id);
  if (rest.length === bugs.length) return data;
  return withTotalBy(withBugs(data, rest), -1);
}

/**
 * The pages of a list with the bug in its place in the server's order: removed if it does not match, and left to a
 * later page if it comes after the loaded ones. The number of matches is unchanged. The bug is assumed to match the
 * list's query, if there is one.
 */
export function withBugPlaced(data: BugPages, bug: Bug, { filter, fields, me }: Listed): BugPages {
  const bugs = bugsOf(data);
  if (bugs.some((shown) => shown._id === bug._id && isLater(shown, bug))) return data;
  const rest = bugs.filter(({ _id }) => _id !== bug._id);
  const order = orderOf(sortOf(filter, fields));
  const last = data.pages.at(-1);
  const isBehind = last?.next !== undefined && last.edge !== undefined && order(bug, last.edge) > 0;
  if (isBehind || !belongs(bug, filter, me)) return withBugs(data, rest);
  const at = rest.findIndex((other) => order(bug, other) < 0);
  return withBugs(data, rest.toSpliced(at === -1 ? rest.length : at, 0, bug));
}

/** The pages with the response's number of matches, except pages newer than the response. */
export function withTotal(data: BugPages, { total, since }: Pick<BugPage, 'total' | 'since'>): BugPages {
  return mapPages(data, (page) => (page.since > since ? page : { ...page, total, totalSince: since }));
}

/** The pages with `by` added to the number of matches, unless that number is a lower bound. */
export function withTotalBy(data: BugPages, by: number): BugPages {
  const changed = (total: string) => (/^\d+$/.test(total) ? String(Math.max(0, Number(total) + by)) : total);
  return mapPages(data, (page) => ({ ...page, total: changed(page.total) }));
}

/** The pages with these bugs instead. All go into the first page, because only their order matters. */
function withBugs(data: BugPages, bugs: readonly Bug[]): BugPages {
  return mapPages(data, (page, index) => ({ ...page, bugs: index === 0 ? bugs : [] }));
}

function mapPages(data: BugPages, change: (page: BugPage, index: number) => BugPage): BugPages {
  return { ...data, pages: data.pages.map(change) };
}
