import { expect, test } from 'vitest';
import { mergeItems } from './merge-items.ts';

test('the merged list has the items that either edit added, and none that either removed', () => {
  const base = ['kept', 'removed by me', 'removed by them'];
  const mine = ['kept', 'removed by them', 'mine', 'of both'];
  const theirs = ['kept', 'removed by me', 'of both', 'theirs'];
  expect(mergeItems(base, mine, theirs)).toEqual(['kept', 'mine', 'of both', 'theirs']);
  expect(mergeItems(base, mine, base)).toEqual(mine);
});
