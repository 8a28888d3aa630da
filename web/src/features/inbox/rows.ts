/* Finds the rows of the inbox in the DOM, which alone has the focus. */

const row = 'li[data-place]';

/** The row with the focus in it. */
export function activeRow(list: Element | null): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`${row}:focus-within`) ?? undefined;
}

/** The place of a row among the rows; -1 where there is none. */
export const placeOf = (element: HTMLElement | undefined) =>
  element ? Number(element.dataset['place']) : -1;

/** The row of a place, if it is rendered. */
export function rowAt(list: Element | null, place: number): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`li[data-place="${place}"]`) ?? undefined;
}

/** Puts the focus on the title of a row. */
export function focusRow(element: Element | undefined, options?: FocusOptions): void {
  element?.querySelector<HTMLElement>('a')?.focus(options);
}
