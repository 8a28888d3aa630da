import { expect, test } from 'vitest';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import {
  countAfter,
  type InboxFilter,
  undoOf,
  withBeginning,
  withChanges,
  withItem,
  withStored,
} from './inbox-pages.ts';
import { testItem } from './test-item.ts';

const filter = (state: InboxFilter['state'], reason?: InboxFilter['reason']): InboxFilter => ({
  state,
  reason,
});
const numbers = (rows: readonly InboxItem[]) => rows.map(({ bug }) => bug.number);
const rows = [testItem(5), testItem(4), testItem(2)];

test('a done item leaves the inbox at once, and joins the list of done items', () => {
  const change = { items: [testItem(4)], state: 'done' } as const;
  expect(numbers(withChanges(rows, [change], filter('all'), false))).toEqual([5, 2]);
  expect(numbers(withChanges([], [change], filter('done'), false))).toEqual([4]);
  expect(numbers(withChanges([], [change], filter('snoozed'), false))).toEqual([]);
});

test('after a failed change, the rows are as before', () => {
  expect(withChanges(rows, [], filter('all'), false)).toBe(rows);
});

test('an undone item returns to its place', () => {
  const back = { items: [testItem(3, { state: 'done' })], state: 'read' } as const;
  const shown = withChanges(rows, [back], filter('all'), false);
  expect(numbers(shown)).toEqual([5, 4, 3, 2]);
  expect(shown[2]?.state).toBe('read');
});

test('pending changes are applied in their order', () => {
  const item = testItem(4);
  const done = { items: [item], state: 'done' } as const;
  const back = { items: [item], state: 'unread' } as const;
  expect(numbers(withChanges(rows, [done, back], filter('all'), false))).toEqual([5, 4, 2]);
  expect(numbers(withChanges(rows, [back, done], filter('all'), false))).toEqual([5, 2]);
});

test('a read item stays among the unread ones that are shown, but is not added to them', () => {
  const read = { items: [testItem(4), testItem(3)], state: 'read' } as const;
  expect(withChanges(rows, [read], filter('unread'), false).map(({ state }) => state)).toEqual([
    'unread',
    'read',
    'unread',
  ]);
});

test('a row that others have changed meanwhile keeps its new values', () => {
  const known = [testItem(4, { bug: { ...testItem(4).bug, title: 'New title' } })];
  const [row] = withChanges(known, [{ items: [testItem(4)], state: 'read' }], filter('all'), false);
  expect([row?.bug.title, row?.state, row?.firstUnread]).toEqual(['New title', 'read', null]);
});

test('an item after the last row is left to a later page', () => {
  const old = testItem(1);
  expect(numbers(withItem(rows, old, filter('all'), true))).toEqual([5, 4, 2]);
  expect(numbers(withItem(rows, old, filter('all'), false))).toEqual([5, 4, 2, 1]);
});

test('a list for one reason takes only items with that reason', () => {
  const mention = testItem(6, { reasons: ['mentioned'] });
  expect(numbers(withItem(rows, mention, filter('all', 'commented'), false))).toEqual([5, 4, 2]);
  expect(numbers(withItem(rows, mention, filter('all', 'mentioned'), false))).toEqual([6, 5, 4, 2]);
});

test('the count follows the unread items that a change removes or adds', () => {
  const items = [testItem(1), testItem(2), testItem(3, { state: 'read' })];
  expect(countAfter(5, { items, state: 'read' })).toBe(3);
  expect(countAfter(5, { items, state: 'done' })).toBe(3);
  expect(countAfter(5, { items, state: 'unread' })).toBe(6);
  expect(countAfter(1, { items, state: 'done' })).toBe(0);
});

test('Undo gives each bug its former state back', () => {
  const until = '2026-11-24T08:00:00.000Z';
  const items = [
    testItem(1),
    testItem(2, { state: 'read' }),
    testItem(3),
    testItem(4, { state: 'snoozed', snoozedUntil: until }),
  ];
  const undo = undoOf({ items, state: 'done' });
  expect(undo.map((change) => [numbers(change.items), change.state, change.snoozedUntil])).toEqual([
    [[1, 3], 'unread', undefined],
    [[2], 'read', undefined],
    [[4], 'snoozed', until],
  ]);
});

const pagesOf = (...pages: (readonly InboxItem[])[]) => ({
  pages: pages.map((items, index) => ({ items, next: index < pages.length - 1 ? 'next' : undefined })),
  pageParams: pages.map(() => undefined),
});
const shown = (data: ReturnType<typeof withStored>) => numbers(data.pages.flatMap(({ items }) => items));

test('a stored change shows in a loaded list', () => {
  const data = pagesOf([testItem(5), testItem(4)], [testItem(2)]);
  expect(shown(withStored(data, [testItem(4, { state: 'done' })], filter('all')))).toEqual([5, 2]);
});

test('a newly fetched beginning of a long list replaces what it covers', () => {
  const data = pagesOf([testItem(5), testItem(4)], [testItem(3), testItem(2), testItem(1)]);
  const page = { items: [testItem(6), testItem(5), testItem(3)], next: 'next' };
  expect(shown(withBeginning(data, page, filter('all')))).toEqual([6, 5, 3, 2, 1]);
  expect(shown(withBeginning(data, { items: [testItem(6)], next: undefined }, filter('all')))).toEqual([6]);
});

test('snoozed items are listed by their return, the next one first', () => {
  const until = (hour: string) => `2026-11-24T${hour}:00:00.000Z`;
  const snoozed = (number: number, hour: string) =>
    testItem(number, { state: 'snoozed', snoozedUntil: until(hour) });
  const change = { items: [testItem(7)], state: 'snoozed', snoozedUntil: until('09') } as const;
  const listed = [snoozed(1, '08'), snoozed(5, '10')];
  expect(numbers(withChanges(listed, [change], filter('snoozed'), false))).toEqual([1, 7, 5]);
  const data = pagesOf([snoozed(1, '08'), snoozed(5, '10')], [snoozed(3, '11')]);
  const page = { items: [snoozed(1, '08'), snoozed(9, '10')], next: 'next' };
  expect(shown(withBeginning(data, page, filter('snoozed')))).toEqual([1, 9, 3]);
});
