import { expect, test } from 'vitest';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { byDays, dayName, dayOf, reasonsBeside } from './lines.ts';
import { testItem } from '#web/features/inbox/test-item.ts';

const headings = (lines: ReturnType<typeof byDays>) =>
  lines.map((line) => ('heading' in line ? line.heading : line.item.bug.number));

test('the day of a moment is that of the time zone', () => {
  const at = new Date('2026-11-23T23:30:00.000Z');
  expect(dayOf(at, 'UTC')).toBe('2026-11-23');
  expect(dayOf(at, 'Europe/Berlin')).toBe('2026-11-24');
  expect(dayOf(at, 'America/Los_Angeles')).toBe('2026-11-23');
  expect(dayOf(new Date('2026-11-23T05:00:00.000Z'), 'America/Los_Angeles')).toBe('2026-11-22');
});

test('days are named today, yesterday, by the weekday, then by the date', () => {
  const named = (day: string) => dayName(day, '2026-11-23');
  expect(named('2026-11-23')).toBe('Today');
  expect(named('2026-11-22')).toBe('Yesterday');
  expect(named('2026-11-24')).toBe('Tomorrow');
  expect(named('2026-11-26')).toMatch(/November 26|26 November/);
  expect(named('2026-11-21')).toBe('Saturday');
  expect(named('2026-11-17')).toBe('Tuesday');
  expect(named('2026-11-16')).toMatch(/November 16|16 November/);
  expect(named('2025-11-23')).toMatch(/2025/);
});

test('yesterday is one calendar day ago where clocks change as well', () => {
  expect(dayName('2026-03-28', '2026-03-29')).toBe('Yesterday');
  expect(dayName('2026-10-24', '2026-10-25')).toBe('Yesterday');
});

test('each day has one heading, above its first row; midnight divides days', () => {
  const rows = [
    testItem(4, { at: '2026-11-23T00:10:00.000Z' }),
    testItem(3, { at: '2026-11-23T00:00:00.000Z' }),
    testItem(2, { at: '2026-11-22T23:59:59.999Z' }),
    testItem(1, { at: '2026-11-20T12:00:00.000Z' }),
  ];
  expect(headings(byDays(rows, { state: 'all' }, { today: '2026-11-23', timeZone: 'UTC' }))).toEqual([
    'Today',
    4,
    3,
    'Yesterday',
    2,
    'Friday',
    1,
  ]);
  expect(
    headings(byDays(rows, { state: 'all' }, { today: '2026-11-23', timeZone: 'Europe/Berlin' })),
  ).toEqual(['Today', 4, 3, 2, 'Friday', 1]);
  expect(headings(byDays(rows, { state: 'all' }, { today: '2026-11-24', timeZone: 'UTC' }))).toEqual([
    'Yesterday',
    4,
    3,
    'Sunday',
    2,
    'Friday',
    1,
  ]);
  expect(byDays([], { state: 'all' }, { today: '2026-11-23' })).toEqual([]);
});

test('snoozed bugs are grouped by the day of their return', () => {
  const snoozed = (number: number, snoozedUntil: string) =>
    testItem(number, { state: 'snoozed', snoozedUntil });
  const rows = [snoozed(1, '2026-11-23T18:00:00.000Z'), snoozed(2, '2026-11-24T08:00:00.000Z')];
  const lines = byDays(rows, { state: 'snoozed' }, { today: '2026-11-23', timeZone: 'UTC' });
  expect(headings(lines)).toEqual(['Today', 1, 'Tomorrow', 2]);
});

const beside = (overrides: Partial<InboxItem>) => reasonsBeside(testItem(1, overrides));
const told = (...actions: InboxItem['news']['by'][number]['actions']): InboxItem['news'] => ({
  by: [{ user: { _id: 'bob', name: 'bob' }, actions, quote: null }],
  more: 0,
});

test('beside the sentence are all the reasons that it does not name', () => {
  const both: Partial<InboxItem> = {
    reasons: ['assigned', 'mentioned', 'commented'],
    relations: ['filed', 'assigned'],
  };
  expect(beside({ ...both, news: told({ is: 'commented' }) })).toEqual(['mentioned', 'assigned', 'filed']);
  expect(beside({ ...both, news: told({ is: 'assigned' }, { is: 'asked' }) })).toEqual(['filed']);
  expect(beside({ reasons: ['status'], relations: ['watching'] })).toEqual(['watching']);
});
