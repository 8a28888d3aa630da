import { expect, test } from 'vitest';
import type { Command } from '#web/lib/feature.ts';
import { findCommands } from './find-commands.ts';

const command = (label: string, words?: string): Command => ({
  label,
  ...(words !== undefined && { words }),
  does: { to: '/' },
});
const commands = [command('Go to bugs', 'Bugs'), command('Create bug'), command('Über Katydid', 'Help')];
const found = (text: string) => findCommands(commands, text).map(({ label }) => label);

test('all of them where nothing is typed', () => {
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
])('%j begins words of %j', (text, labels) => {
  expect(found(text)).toEqual(labels);
});
