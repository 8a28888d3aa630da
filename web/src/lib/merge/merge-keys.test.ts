import { expect, test } from 'vitest';
import { mergeKeys } from './merge-keys.ts';

test('takes what each edit changes', () => {
  const base = { a: 1, b: [2], c: 3 };
  expect(mergeKeys<unknown>(base, { a: 9, b: [2], c: 3 }, { a: 1, b: [8] })).toEqual({
    clean: true,
    value: { a: 9, b: [8] },
  });
  expect(mergeKeys<unknown>(base, { ...base, d: 4 }, { ...base, e: 5 })).toEqual({
    clean: true,
    value: { ...base, d: 4, e: 5 },
  });
});

test('is not clean where both change the same otherwise, and takes the own', () => {
  const base = { a: 1, b: 2 };
  expect(mergeKeys<unknown>(base, { a: 9, b: 2 }, { a: 8, b: 3 })).toEqual({
    clean: false,
    value: { a: 9, b: 3 },
  });
  expect(mergeKeys<unknown>(base, { a: 9, b: 2 }, { a: 9, b: 2 })).toEqual({
    clean: true,
    value: { a: 9, b: 2 },
  });
  expect(mergeKeys<unknown>(base, { a: null, b: 2 }, { a: 8, b: 2 }).clean).toBe(false);
});
