import { afterAll, expect, test, vi } from 'vitest';

const files = import.meta.glob<Record<string, unknown>>('../**/*texts.ts');

/** Words that are the same in English and German. */
const shared = new Set([
  'Board',
  'Admin',
  'Browser',
  'Bug',
  'Bugs',
  'Details',
  'Filter',
  'Label',
  'Labels',
  'Link',
  'Median',
  'Name',
  'Optional',
  'Person',
  'Roadmap',
  'Server',
  'Standard',
  'Status',
  'Text',
  'URL',
  'Version',
  'Version 900',
  'p50',
  'p95',
]);

/** The text of an entry. Functions are called with numbers, all of which must appear in the result. */
function said(text: unknown): string {
  if (typeof text === 'string') return text;
  if (typeof text !== 'function') throw new TypeError(`${typeof text} is no text`);
  const values = Array.from({ length: text.length }, (_, index) => String(900 + index));
  const result: unknown = Reflect.apply(text, undefined, values);
  if (typeof result !== 'string') throw new TypeError(`a function gave a ${typeof result}`);
  return result;
}

function leaves(path: string, value: unknown): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [[path, said(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(`${path} ${key}`, inner));
}

/** Every text of every texts.ts, as a browser with this language gets it. */
async function textsIn(language: string): Promise<ReadonlyMap<string, string>> {
  vi.resetModules();
  vi.stubGlobal('navigator', { languages: [language] });
  const modules = Object.entries(files).map(async ([path, load]) => leaves(path, await load()));
  return new Map((await Promise.all(modules)).flat());
}

const english = await textsIn('en');
const german = await textsIn('de');
afterAll(() => {
  vi.unstubAllGlobals();
  // Test files share modules, and later ones expect English.
  vi.resetModules();
});

/** The placeholders for values, in any order. */
const places = (text: string) => (text.match(/\{\w+\}|90\d/g) ?? []).toSorted();
const withoutPlaces = (text: string) => text.replaceAll(/\{\w+\}|90\d/g, '');

test('German has all that English has, and nothing else', () => {
  expect(english.size).toBeGreaterThan(100);
  expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test('no text is empty or has white space around it', () => {
  const texts = [...english, ...german];
  expect(texts.filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
});

test('no German text is the English one, except for words that they share', () => {
  const same = [...german].filter(
    ([path, text]) => text === english.get(path) && !shared.has(text) && /\p{L}/u.test(withoutPlaces(text)),
  );
  expect(same).toEqual([]);
});

test('German texts have the same places for values as the English ones', () => {
  const placesOf = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].map(([path, text]) => [path, places(text)]));
  expect(placesOf(german)).toEqual(placesOf(english));
});
