import { expect, test } from 'vitest';
import { bug as bugSchema } from '#web/lib/api/specified.ts';
import { findKnown, most } from './find-bugs.ts';

const someone = { _id: 'ann', name: 'Ann' };
const bug = (number: number, title: string) =>
  bugSchema.parse({
    _id: `bug ${number}`,
    number,
    title,
    description: 'It happens every time.',
    status: 'open',
    priority: 'low',
    assignedTo: null,
    createdBy: someone,
    createdAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-03-01T08:00:00.000Z',
    version: 1,
  });
const known = [bug(3, 'Login fails 12 times'), bug(12, 'Slow export'), bug(7, 'LOGIN is slow')];
const numbers = (text: string, bugs = known) => findKnown(bugs, text).map(({ number }) => number);

test('known bugs are found by the rule of the server, newest first', () => {
  expect(numbers('login')).toEqual([7, 3]);
  expect(numbers('every')).toEqual([12, 7, 3]);
});

test('the bug of the number is first; without it, the matches are unchanged', () => {
  expect(numbers('12')).toEqual([12, 3]);
  expect(numbers('#12')).toEqual([12]);
  expect(numbers('12', [bug(3, 'Login fails 12 times')])).toEqual([]);
});

test('each is found once, and no more than are shown', () => {
  const many = Array.from({ length: 20 }, (_, index) => bug(index + 1, 'Many'));
  expect(numbers('many', [...many, ...many])).toEqual([20, 19, 18, 17, 16, 15, 14, 13]);
  expect(most).toBe(8);
});
