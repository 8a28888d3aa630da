import type { Bug } from '#web/lib/api/specified.ts';

/** A bug's name: its number and title; only the title if bugs have no numbers. */
export function bugName({ number, title }: Pick<Bug, 'number' | 'title'>): string {
  return number === undefined ? title : `#${number} ${title}`;
}

/** The number typed as `12` or `#12`; undefined if no bug can have it. */
export function numberIn(text: string): number | undefined {
  const digits = /^#?([1-9][0-9]{0,9})$/.exec(text)?.[1];
  const number = Number(digits);
  return digits !== undefined && number <= 2_147_483_647 ? number : undefined;
}
