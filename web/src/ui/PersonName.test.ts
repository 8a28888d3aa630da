import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './PersonName.tsx';

test.each([
  ['Ada Okafor', 'AO'],
  ['  jean  luc   picard ', 'JP'],
  ['Cher', 'C'],
  ['𝔊eorg Öhm', '𝔊Ö'],
  ['', ''],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('an id has one of twelve hues, and always the same', () => {
  const ids = Array.from({ length: 200 }, (_, i) => `0193-${i}`);
  expect(new Set(ids.map(hueOf)).size).toBe(12);
  expect(ids.map(hueOf)).toEqual(ids.map(hueOf));
});
