import { expect, test } from 'vitest';
import { type BugChange, countNews } from './news.ts';

const bug = (_id: string, version = 1) => ({ _id, version });
const nobody = () => false;

test('each bug that was added, changed or removed is counted', () => {
  const seen = [bug('a'), bug('b'), bug('c')];
  expect(countNews(seen, seen, nobody)).toBe(0);
  expect(countNews(seen, [bug('d'), ...seen], nobody)).toBe(1);
  expect(countNews(seen, [bug('a'), bug('b', 2), bug('c', 5)], nobody)).toBe(2);
  expect(countNews(seen, [bug('b')], nobody)).toBe(2);
  expect(countNews(seen, [], nobody)).toBe(3);
});

test('the order does not matter', () => {
  expect(countNews([bug('a'), bug('b')], [bug('b'), bug('a')], nobody)).toBe(0);
});

test('the user’s own changes are not counted', () => {
  const mine = ({ _id, version }: BugChange) => _id === 'b' && (version === 2 || version === null);
  expect(countNews([bug('a'), bug('b')], [bug('a', 2), bug('b', 2)], mine)).toBe(1);
  expect(countNews([bug('b')], [bug('b', 3)], mine)).toBe(1);
  expect(countNews([bug('a'), bug('b')], [bug('a')], mine)).toBe(0);
});

test('a bug that another row pushes out of a list of limited length is not counted', () => {
  expect(countNews([bug('a'), bug('b')], [bug('c'), bug('a')], nobody)).toBe(1);
});
