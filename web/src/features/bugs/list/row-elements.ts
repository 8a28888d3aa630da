import type { Bug } from '#web/lib/api/specified.ts';

/* Finds the list's rows in the DOM, the only source of the focus and positions. */

const row = 'tbody tr[aria-rowindex]';

/** The id of a bug's title link. */
export const titleId = ({ _id }: Pick<Bug, '_id'>) => `bug-${_id}`;

/** The id of the link to the bug whose number was typed. */
export const numberedBugId = 'numbered-bug';

/** The `aria-rowindex` of a bug by its place in the list: it counts from one, and the first row is the heading. */
export const rowIndexOf = (place: number) => place + 2;

/** The place in the list of a row's bug; -1 if there is none. */
export const placeOf = (element: Element | undefined) =>
  element ? Number(element.getAttribute('aria-rowindex')) - rowIndexOf(0) : -1;

/** The row that contains the focus. */
export function activeRow(table: Element | null): Element | undefined {
  return table?.querySelector(`${row}:focus-within`) ?? undefined;
}

/** The bug of the row that contains the focus. */
export function activeBug(table: Element | null, rows: readonly Bug[]): Bug | undefined {
  const title = activeRow(table)?.querySelector('.title a');
  return rows.find((bug) => title?.id === titleId(bug));
}

/** The row at a place in the list, if rendered. */
export function rowAt(table: Element | null, place: number): Element | undefined {
  return table?.querySelector(`tbody tr[aria-rowindex="${rowIndexOf(place)}"]`) ?? undefined;
}

/** The first row below the bar and the headings. */
export function firstRowInSight(table: Element | null): Element | undefined {
  const rows = [...(table?.querySelectorAll(row) ?? [])];
  return rows.find((element) => element.getBoundingClientRect().top >= barBottom());
}

/** The height at the top of the window covered by the bar and the sticky headings, in pixels. */
export function barBottom(): number {
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const heading = document.querySelector('thead th');
  if (!heading || getComputedStyle(heading).position !== 'sticky') return bar;
  const { top, bottom } = heading.getBoundingClientRect();
  return top <= bar ? bottom : bar;
}

/** The first rendered row. */
export const firstRow = () => document.querySelector(row);

/** A bug's row, if rendered. */
export function rowOf(id: string): Element | undefined {
  return document.getElementById(titleId({ _id: id }))?.closest(row) ?? undefined;
}

/** Whether a row is in the window, below the bar. */
export function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= barBottom() && bottom <= window.innerHeight;
}

/** Focuses a row's title. */
export function focusTitleOf(element: Element | null | undefined, options?: FocusOptions): void {
  element?.querySelector<HTMLElement>('.title a')?.focus(options);
}
