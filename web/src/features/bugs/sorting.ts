import type { Sort, SortField } from '#contract/bugs.ts';

/** Newest first: what the list is sorted by unless the address says otherwise. */
export const defaultSort = '-createdAt' satisfies Sort;

/** What each order is called where there are no column headings to press. */
export const sortOptions = [
  { value: defaultSort, label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-updatedAt', label: 'Last updated first' },
  { value: 'updatedAt', label: 'Longest unchanged first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
  { value: 'status', label: 'Open first' },
  { value: '-status', label: 'Resolved first' },
  { value: '-priority', label: 'High priority first' },
  { value: 'priority', label: 'Low priority first' },
] as const satisfies readonly { value: Sort; label: string }[];

export type Direction = 'ascending' | 'descending';

/** Which way a list of this order runs along a field; undefined where it is sorted by another. */
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
