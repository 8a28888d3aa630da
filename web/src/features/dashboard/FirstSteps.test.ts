import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from './FirstSteps.tsx';

test('a plain address stays as it is', () => {
  expect(shellWord('ada.lovelace+bugs@example.com')).toBe('ada.lovelace+bugs@example.com');
});

test.each([
  'a&b@example.com',
  'a|b@example.com',
  '$HOME@example.com',
  '${HOME}@example.com',
  '`id`@example.com',
  '$(id)@example.com',
  "o'hara@example.com",
  '!#*?~^@example.com',
  'jürgen@example.com',
])('a shell reads %s literally', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
});
