import { expect, test } from 'vitest';
import { keyChanges, mergeItems, mergeKeys, withItemChanges, withKeyChanges } from './merge-parts.ts';

test('the merged list has what either edit added, and lacks what either removed', () => {
  const base = ['kept', 'removed by me', 'removed by them'];
  const mine = ['kept', 'removed by them', 'mine', 'of both'];
  const theirs = ['kept', 'removed by me', 'of both', 'theirs'];
  expect(mergeItems(base, mine, theirs)).toEqual(['kept', 'mine', 'of both', 'theirs']);
  expect(mergeItems(base, mine, base)).toEqual(mine);
});

test('a list takes over the changes from one list to another, and keeps the rest', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((_id) => ({ _id }));
  if (!a || !b || !c) throw new Error('Three items are needed');
  const mine = { from: [a, b], to: [a] };
  expect(withItemChanges([a, { ...b, name: 'Renamed' }, c], mine.to, mine.from)).toEqual([
    a,
    { ...b, name: 'Renamed' },
    c,
  ]);
  expect(withItemChanges([a, b, c], mine.from, mine.to)).toEqual([a, c]);
  expect(withItemChanges([c], mine.from, mine.to)).toEqual([c]);
});

test('merged keys have what each edit changes', () => {
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

test('a merge is not clean where both edits change a key differently, and takes one’s own', () => {
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

test('a change names the keys that differ, and null for those that go', () => {
  expect(keyChanges<unknown>({ a: 1, b: [2], c: 3 }, { a: 1, b: [4], d: 5 })).toEqual({
    b: [4],
    c: null,
    d: 5,
  });
  expect(keyChanges<unknown>({ a: 1 }, { a: 1, b: null })).toEqual({});
});

test('a change is applied and undone without affecting changes of others', () => {
  const before: Record<string, number> = { a: 1, b: 2 };
  const after: Record<string, number> = { a: 9, c: 3 };
  const stored = { a: 1, b: 2, d: 4 };
  const made = withKeyChanges<number>(stored, before, after);
  expect(made).toEqual({ a: 9, c: 3, d: 4 });
  expect(withKeyChanges<number>({ ...made, d: 5 }, after, before)).toEqual({ a: 1, b: 2, d: 5 });
});
