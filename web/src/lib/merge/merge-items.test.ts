import { expect, test } from 'vitest';
import { mergeItems, withItemChanges } from './merge-items.ts';

test('the merged list has what either edit added, and lacks what either removed', () => {
  const base = ['kept', 'removed by me', 'removed by them'];
  const mine = ['kept', 'removed by them', 'mine', 'of both'];
  const theirs = ['kept', 'removed by me', 'of both', 'theirs'];
  expect(mergeItems(base, mine, theirs)).toEqual(['kept', 'mine', 'of both', 'theirs']);
  expect(mergeItems(base, mine, base)).toEqual(mine);
});

test('a list takes what made one list another, and keeps the rest as it is', () => {
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
