import { expect, test } from 'vitest';
import { suggestSearch } from '#contract/bugs/search-suggestion.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp();
const ada = await app.user({ name: 'Ada' });
const titles = [
  'Image upload fails for addresses with an apostrophe',
  'The login page rounds the tax wrongly',
  'The table of a printed report is cut off',
  'Übersicht zeigt keine Einträge',
  'A label stays on the crashed printer',
];
for (const title of titles) await app.bug(ada, { title, description: 'Reproducible, every time.' });
await app.bug(ada, { title: 'Done', description: 'The keyboard shortcut is taken', status: 'resolved' });

const suggested = async (q: string, filter: object = {}) =>
  (await ada.call(suggestSearch, { query: { q, ...filter } })).body.q;

test.each([
  ['apostrof', 'apostrophe'],
  ['Apostrohpe', 'apostrophe'],
  ['lgoin', 'login'],
  ['loggin', 'login'],
  ['tabel', 'table'],
  ['ubersicht', null],
  ['ubersihct', 'übersicht'],
  ['keybord', 'keyboard'],
  ['reproducable', 'reproducible'],
  ['printer apostrof', null],
  ['upload apostrof', 'upload apostrophe'],
  ['"image upload"  apostrof', '"image upload"  apostrophe'],
  ['apostrof in:comments', 'apostrophe in:comments'],
])('%s: did you mean %s?', async (q, expected) => {
  expect(await suggested(q)).toBe(expected);
});

test.each([
  ['a word that is there', 'apostrophe'],
  ['words that are there, but not together', 'apostrophe table'],
  ['a word like none', 'xylophone'],
  ['a quoted text', '"apostrof"'],
  ['a short word', 'tx'],
  ['no letters', '123456'],
  ['a long text', 'apostrof '.repeat(100)],
  ['the longest word', 'apostrof'.repeat(120)],
  ['wildcards of a database', 'apost%f'],
])('nothing is suggested for %s', async (_, q) => {
  expect(await suggested(q)).toBeNull();
});

test('a search is suggested only if it finds bugs that match the filter', async () => {
  expect(await suggested('keybord', { status: 'open' })).toBeNull();
  expect(await suggested('keybord', { status: 'resolved' })).toBe('keyboard');
});
