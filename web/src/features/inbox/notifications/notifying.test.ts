import { expect, test } from 'vitest';
import { keyOf, namingItems, withKeys } from './notifying.ts';
import { testItem } from '#web/features/inbox/test-item.ts';

const named = { as: 'mentioned', by: { _id: 'bob', name: 'Bob' }, at: '2026-11-23T08:00:00.000Z' } as const;

test('only unread items that name the user are notified of', () => {
  const items = [
    testItem(1, { named }),
    testItem(2),
    testItem(3, { named, state: 'snoozed', snoozedUntil: named.at }),
  ];
  expect(namingItems(items).map(({ bug }) => bug.number)).toEqual([1]);
});

test('a second mention and another user of the browser have keys of their own', () => {
  const [first] = namingItems([testItem(1, { named })]);
  const [second] = namingItems([testItem(1, { named: { ...named, at: '2026-11-23T09:00:00.000Z' } })]);
  if (!first || !second) throw new Error('Both name the user');
  expect(new Set([keyOf('ada', first), keyOf('ada', second), keyOf('eve', first)]).size).toBe(3);
});

test('each shown notification is remembered once, and the oldest is forgotten first', () => {
  expect(withKeys(['a', 'b'], ['b', 'c'])).toEqual(['b', 'c', 'a']);
  const many = Array.from({ length: 500 }, (_, i) => String(i));
  expect(withKeys(many, ['new'])).toHaveLength(500);
  expect(withKeys(many, ['new']).at(-1)).toBe('498');
});
