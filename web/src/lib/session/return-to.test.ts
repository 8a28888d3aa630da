import { expect, test } from 'vitest';
import { safePath } from './return-to.ts';

test.each(['/bugs', '/bugs?status=open&q=a%20b', '/bugs/1#top', '/'])('%s is gone to', (path) => {
  expect(safePath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'bugs',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/bugs/..//evil.example',
  'https://evil.example/bugs',
  'javascript:alert(1)',
  '/login?returnTo=/bugs',
  '/register',
])('%j leads home instead', (path) => {
  expect(safePath(path)).toBe('/');
});
