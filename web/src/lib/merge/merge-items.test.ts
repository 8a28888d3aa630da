import { expect, test } from 'vitest';
import { mergeItems } from './merge-items.ts';

test('what either edit added is there, and what either removed is not', () => {
  const base = ['kept', 'removed by me', 'removed by them'];
  const mine = ['kept', 'removed by them', 'mine', 'of both'];
  const theirs = ['kept', 'removed by me', 'of both', 'theirs'];
  expect(mergeItems(base, mine, theirs)).toEqual(['kept', 'mine', 'of both', 'theirs']);
  expect(mergeItems(base, mine, base)).toEqual(mine);
});
