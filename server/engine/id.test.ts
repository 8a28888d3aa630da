import { expect, test } from 'vitest';
import { id } from '#contract/text.ts';
import { newId } from './id.ts';

test('ids sort in the order in which they were made, however fast', () => {
  const made = Array.from({ length: 20_000 }, newId);
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((one) => id.safeParse(one).success)).toBe(true);
});
