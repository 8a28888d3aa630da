/** The number that is typed as `12` or `#12`, if it is one that a bug can have. */
export function numberIn(text: string): number | undefined {
  const digits = /^#?([1-9][0-9]{0,9})$/.exec(text)?.[1];
  const number = Number(digits);
  return digits !== undefined && number <= 2_147_483_647 ? number : undefined;
}
