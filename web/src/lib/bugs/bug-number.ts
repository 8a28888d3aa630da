import type { Bug } from '#web/lib/api/specified.ts';

/** A bug's name: its number and title; only the title if bugs have no numbers. */
export function bugName({
  number,
  title,
}: {
  readonly number?: number | undefined;
  readonly title: string;
}): string {
  return number === undefined ? title : `#${number} ${title}`;
}

/** The number typed as `12` or `#12`; undefined if no bug can have it. */
export function numberIn(text: string): number | undefined {
  const digits = /^#?([1-9][0-9]{0,9})$/.exec(text)?.[1];
  const number = Number(digits);
  return digits !== undefined && number <= 2_147_483_647 ? number : undefined;
}

/** Compares two bugs: negative if the first was filed later. Compares their numbers if they have any. */
export function newestFirst(
  one: Pick<Bug, 'number' | 'createdAt'>,
  other: Pick<Bug, 'number' | 'createdAt'>,
): number {
  if (one.number !== undefined && other.number !== undefined) return other.number - one.number;
  return Number(other.createdAt > one.createdAt) - Number(other.createdAt < one.createdAt);
}
