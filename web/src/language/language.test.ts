import { expect, test } from 'vitest';
import { browserLanguage, counted, firstLocale, inLanguage, localeFor } from './language.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'de'], 'de'],
  [['EN-gb'], 'en'],
  [['fr', 'tlh'], 'en'],
  [[], 'en'],
])('a browser that wants %j gets %s', (wanted, expected) => {
  expect(browserLanguage(wanted)).toBe(expected);
});

test('a browser that wants none of the languages gets that of the tracker, if it exists', () => {
  expect(browserLanguage(['fr'], 'de')).toBe('de');
  expect(browserLanguage(['fr', 'en'], 'de')).toBe('en');
  expect(browserLanguage([], 'tlh')).toBe('en');
});

test.each([
  [['en-AU', 'de-CH', 'de'], 'de-CH'],
  [['en-AU'], 'de'],
  [['de-DE@posix', 'de-AT'], 'de-AT'],
])('with %j, sentences in German follow %s', (wanted, expected) => {
  expect(localeFor('de', wanted)).toBe(expected);
});

test.each([
  [['fr-FR', 'en'], 'fr-FR'],
  [['en-US@posix', 'sv-SE'], 'sv-SE'],
  [[], undefined],
])('with %j, dates follow %s, in every language of the texts', (wanted, expected) => {
  expect(firstLocale(wanted)).toBe(expected);
});

test('texts are in the language of the screens, which is English by default', () => {
  expect(inLanguage({ en: 'bug', de: 'Fehler' })).toBe('bug');
});

test('one is counted apart from none and many, and large numbers are grouped', () => {
  const bugs = { one: 'bug', other: 'bugs' };
  expect([0, 1, 2, 12_345].map((count) => counted(count, bugs))).toEqual([
    '0 bugs',
    '1 bug',
    '2 bugs',
    '12,345 bugs',
  ]);
});
