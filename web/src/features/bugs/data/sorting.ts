import type { Sort, SortField } from '#contract/bugs/bugs.ts';
import type { Direction } from '#web/lib/bugs/bug-field.ts';

/** Newest first: what the list is sorted by unless the address says otherwise. */
export const defaultSort = '-createdAt' satisfies Sort;

/** The direction of an order by a field; undefined if the list is sorted by another field. */
export function directionOf(sort: Sort, field: SortField): Direction | undefined {
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : undefined;
}

/** The order that pressing a column's heading leads to: the column's own `first`, and from there the other way round. */
export function nextSort(sort: Sort, field: SortField, first: Direction): Sort {
  const direction = directionOf(sort, field);
  const isDescending = direction === undefined ? first === 'descending' : direction === 'ascending';
  return isDescending ? `-${field}` : field;
}
