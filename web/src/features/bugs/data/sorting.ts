import type { Sort, SortField } from '#contract/bugs/bugs.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import type { Direction } from '#web/lib/bugs/bug-field.ts';

/** Newest first: the default order of the list. */
export const defaultSort = '-createdAt' satisfies Sort;

/** The same for the shown list; undefined if its order is that of a back end without additions, which may be any. */
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
