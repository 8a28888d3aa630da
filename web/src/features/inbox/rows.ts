/* Finds the inbox's rows in the DOM, the only source of the focus. */

const row = 'li[data-place]';

/** The row that contains the focus. */
export function activeRow(list: Element | null): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`${row}:focus-within`) ?? undefined;
}

/** The index of a row; -1 if there is none. */
export const placeOf = (element: HTMLElement | undefined) =>
  element ? Number(element.dataset['place']) : -1;

/** The row at an index, if rendered. */
export function rowAt(list: Element | null, place: number): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`li[data-place="${place}"]`) ?? undefined;
}

/** Focuses a row's title. */
export function focusRow(element: Element | undefined, options?: FocusOptions): void {
  element?.querySelector<HTMLElement>('a')?.focus(options);
}
