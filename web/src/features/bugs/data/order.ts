import { selectingFields } from '#contract/bugs/bug-fields.ts';
import type { Sort, SortField } from '#contract/bugs/bugs.ts';
import { rankOf } from '#contract/bugs/board.ts';
import { fold, matchesSearch, searchesComments } from '#contract/bugs/search.ts';
import { FieldNames, type QueryField } from '#contract/query/fields.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { newestFirst } from '#web/lib/bugs/bug-number.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import type { Direction } from '#web/lib/bugs/bug-field.ts';

/* The server's rules for filtering and sorting, for placing a single bug without refetching the whole list. */

/** Whether a bug's own data decide if it is in the list. Only the server can evaluate queries and search comments. */
export function isDecidable({ q = '', query }: BugFilter): boolean {
  return query === undefined && !searchesComments(q);
}

/** Whether the bug matches the list's search and filters, apart from its query; `me` is the requesting user's id. */
export function belongs(bug: Bug, filter: BugFilter, me: string): boolean {
  const { q } = filter;
  return (
    (q === undefined || matchesSearch(bug, q)) &&
    selectingFields.every(([name, field]) =>
      Object.keys(field.filter ?? {}).every((parameter) => {
        const wanted = filter[parameter as keyof BugFilter];
        return wanted === undefined || field.matches?.(bug[name as keyof Bug], wanted, me) !== false;
      }),
    )
  );
}

/** The key by which a bug is sorted. */
function keyOf(bug: Bug, name: string): string | number {
  // A newer bug has a higher number, so the number replaces the time of creation.
  if (name === 'createdAt') return bug.number ?? bug.createdAt;
  if (name === 'updatedAt') return bug.updatedAt;
  if (name === 'rank') return rankOf({ ...bug, number: bug.number ?? 0 });
  const value = String(bug[name as 'title' | 'status' | 'priority']);
  const choices = selectingFields.find(([field]) => field === name)?.[1].choices;
  return choices ? choices.indexOf(value) : fold(value);
}

/** The order of a list; its query's order takes precedence. */
export function sortOf({ query, sort }: BugFilter, fields: readonly QueryField[]): Sort | undefined {
  const asked = query === undefined ? undefined : parseQuery(query, fields).query?.sort;
  const field = asked && new FieldNames(fields).sortable(asked.field)?.sort;
  return field === undefined ? sort : (`${asked?.descending ? '-' : ''}${field}` as Sort);
}

/** Compares two bugs as the list sorts them: negative if the first comes first. Ties are sorted newest first. */
export function orderOf(sort: Sort = '-createdAt'): (one: Bug, other: Bug) => number {
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  return (one, other) =>
    (descending ? -1 : 1) * compare(keyOf(one, name), keyOf(other, name)) || newestFirst(one, other);
}

/** Compares texts by code points, as the database does; JavaScript's `<` compares UTF-16 code units. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other);
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return (one.codePointAt(at) ?? -1) - (other.codePointAt(at) ?? -1);
}

/** Newest first: the default order of the list. */
export const defaultSort = '-createdAt' satisfies Sort;

/** The default order of the shown list; undefined for a back end without additions, whose order may be any. */
export const usualSort = (): Sort | undefined => (additionsOffered() === false ? undefined : defaultSort);

/** The direction of an order by a field; undefined if the list is sorted by another field. */
export function directionOf(sort: Sort | undefined, field: SortField): Direction | undefined {
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : undefined;
}

/** The order after pressing a column's heading: the column's own `first`, then the reverse. */
export function nextSort(sort: Sort | undefined, field: SortField, first: Direction): Sort {
  const direction = directionOf(sort, field);
  const isDescending = direction === undefined ? first === 'descending' : direction === 'ascending';
  return isDescending ? `-${field}` : field;
}
