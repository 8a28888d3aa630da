import { expect, test } from 'vitest';
import type { Command } from '#web/lib/feature.ts';
import { bug as bugSchema } from '#web/lib/api/specified.ts';
import { entriesBeforeInput, findCommands, findKnown, keyOf, most } from './data.ts';

const command = (label: string, words?: string): Command => ({
  label,
  ...(words !== undefined && { words }),
  does: { to: '/' },
});
const commands = [command('Go to bugs', 'Bugs'), command('Create bug'), command('Über Katydid', 'Help')];
const found = (text: string) => findCommands(commands, text).map(({ label }) => label);

test('all commands are found if nothing is typed', () => {
  expect(found('  ')).toHaveLength(3);
});

test.each([
  ['bug', ['Go to bugs', 'Create bug']],
  ['BUGS', ['Go to bugs']],
  ['b cr', ['Create bug']],
  ['u\u0308b', ['Über Katydid']],
  ['help', ['Über Katydid']],
  ['ug', []],
  ['create bugs', []],
  ['#', []],
  ['12', []],
])('%j begins words of the commands %j', (text, labels) => {
  expect(found(text)).toEqual(labels);
});

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

test('each bug is found once, and only as many as are shown', () => {
  const many = Array.from({ length: 20 }, (_, index) => bug(index + 1, 'Many'));
  expect(numbers('many', [...many, ...many])).toEqual([20, 19, 18, 17, 16, 15, 14, 13]);
  expect(most).toBe(8);
});

test('before input, recently opened entries are first, each once; a deleted view is left out', () => {
  const view: Command = { label: 'View mine', isOnlyFound: true, does: { to: '/views/1' } };
  const recent = [{ path: '/views/1' }, { path: '/bugs/bug 3', bug: bug(3, 'A') }, { path: '/views/2' }];
  const entries = entriesBeforeInput(recent, [...commands, view]);
  expect(entries.map(keyOf)).toEqual(['View mine', 'bug 3', 'Go to bugs', 'Create bug', 'Über Katydid']);
});
