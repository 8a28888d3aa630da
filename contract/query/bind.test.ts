import { expect, test } from 'vitest';
import { bug as bugSchema } from '#contract/bugs/bugs.ts';
import { noCounts } from '#contract/bugs/bug-fields.ts';
import { bindQuery } from './bind.ts';
import { calendarOf, isDay, isZone, shifted } from './days.ts';
import type { QueryField } from './fields.ts';
import { queryMatcher } from '#contract/test/query-matcher.ts';
import { nearest } from './near.ts';
import { parseQuery } from './parse.ts';

const ada = { _id: '01900000-0000-7000-8000-00000000000a', name: 'Ada Okafor' };
const bug = bugSchema.parse({
  custom: {},
  _id: '01900000-0000-7000-8000-000000000001',
  number: 7,
  title: 'Invoice total is wrong',
  description: 'It rounds the tax twice.',
  status: 'open',
  resolution: null,
  component: null,
  priority: 'medium',
  assignedTo: null,
  foundIn: [],
  fixedIn: null,
  labels: [],
  files: [],
  triaged: false,
  question: null,
  ...noCounts,
  comments: 2,
  blockedBy: 1,
  createdBy: ada,
  createdAt: '2026-03-28T23:30:00.000Z',
  updatedAt: '2026-03-29T01:30:00.000Z',
  version: 1,
});

/** Fields that admins of an installation might define. */
const own: readonly QueryField[] = [
  { key: 'custom.effort', name: 'Fix effort', kind: 'number', orNone: true, has: 'effort' },
  { key: 'custom.due', name: 'due', kind: 'day', orNone: true },
  { key: 'custom.blocked', name: 'blocked', kind: 'yes-no' },
  { key: 'custom.seen', name: 'seen', kind: 'named', orNone: true },
  { key: 'custom.reviewer', name: 'reviewer', kind: 'person', orNone: true },
];
const custom = { effort: 2.5, due: '2026-04-01', blocked: true, seen: [{ _id: 'v', name: '2.3' }] };

function selects(
  text: string,
  { zone = 'UTC', fields }: { zone?: string; fields?: readonly QueryField[] } = {},
) {
  const { query, error } = parseQuery(text, fields);
  if (error) throw new Error(error.message.text);
  const { tree } = bindQuery(query, { me: ada._id, now: new Date('2026-03-29T02:00:00Z'), zone }, fields);
  return queryMatcher(tree)({ ...bug, custom });
}

test.each([
  ['created:2026-03-28', 'UTC', true],
  ['created:2026-03-28', 'Europe/Berlin', false],
  ['created:2026-03-29', 'Europe/Berlin', true],
  ['created:today', 'Europe/Berlin', true],
  ['created:today', 'America/New_York', true],
  ['created:>2026-03-28', 'UTC', false],
  ['created:>=2026-03-28', 'UTC', true],
  ['created:<2026-03-29', 'UTC', true],
  ['created:<=2026-03-27', 'UTC', false],
  ['created:2026-03-01..2026-03-28', 'UTC', true],
  ['created:-1d', 'UTC', true],
  ['updated:>-1d', 'UTC', true],
  ['updated:<-1d', 'UTC', false],
])('%s in %s selects a bug from 23:30 UTC: %s', (text, zone, expected) => {
  expect(selects(text, { zone })).toBe(expected);
});

test.each([
  ['"Fix effort":>2', true],
  ['"fix effort":2.5', true],
  ['"Fix effort":none', false],
  ['has:effort', true],
  ['due:<+7d', true],
  ['due:2026-04-01', true],
  ['due:>2026-04-01', false],
  ['blocked:yes', true],
  ['blocked:no', false],
  ['seen:2.3', true],
  ['seen:"2.3",x', true],
  ['seen:none', false],
  ['reviewer:none', true],
  ['-reviewer:@me', true],
])('with custom fields, %s selects the bug: %s', (text, expected) => {
  expect(selects(text, { fields: own })).toBe(expected);
});

test('a day begins where the clocks of its zone say so', () => {
  const start = (zone: string, day: string) => calendarOf(zone).startOf(day);
  expect(start('UTC', '2026-03-29')).toBe('2026-03-29T00:00:00.000Z');
  expect(start('Europe/Berlin', '2026-03-29')).toBe('2026-03-28T23:00:00.000Z');
  expect(start('Europe/Berlin', '2026-03-30')).toBe('2026-03-29T22:00:00.000Z');
  expect(start('America/St_Johns', '2026-01-01')).toBe('2026-01-01T03:30:00.000Z');
  // This day has no midnight: clocks went from 0:00 to 1:00.
  expect(start('America/Sao_Paulo', '2018-11-04')).toBe('2018-11-04T03:00:00.000Z');
  // The day before does not exist: Samoa crossed the date line.
  expect(start('Pacific/Apia', '2011-12-31')).toBe('2011-12-30T10:00:00.000Z');
  const after = (zone: string, moment: string) => calendarOf(zone).dayAt(new Date(moment));
  expect(after('Pacific/Apia', '2026-03-29T11:00:00.000Z')).toBe('2026-03-30');
  expect(after('America/New_York', '2026-03-29T03:59:59.999Z')).toBe('2026-03-28');
});

test('days are counted by the calendar', () => {
  expect(shifted('2026-03-31', -1, 'm')).toBe('2026-02-28');
  expect(shifted('2024-02-29', 1, 'y')).toBe('2025-02-28');
  expect(shifted('2026-01-01', -1, 'd')).toBe('2025-12-31');
  expect(shifted('2026-01-15', -1, 'm')).toBe('2025-12-15');
  expect(shifted('2026-01-15', 2, 'w')).toBe('2026-01-29');
  expect(shifted('2026-01-15', -9999, 'y')).toBe('1900-01-15');
  expect(shifted('2026-01-15', 9999, 'w')).toBe('2217-09-04');
  expect(['2026-02-28', '2026-02-29', '0026-01-01', '2026-1-1', '3000-01-01'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(['UTC', 'Europe/Berlin', 'europe/berlin', '+02:00', '', 'Nowhere/X'].map(isZone)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['stauts', 'status'],
  ['STATUS', 'status'],
  ['statsu', 'status'],
  ['prio', 'priority'],
  ['labels', 'label'],
  ['x', ''],
  ['localhost', ''],
  ['', ''],
  ['s'.repeat(2_000), ''],
])('the name nearest to %j is %j', (text, name) => {
  expect(nearest(text, ['title', 'status', 'priority', 'label'])).toBe(name);
});
