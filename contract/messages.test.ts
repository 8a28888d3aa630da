import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { catalogues, endpoints } from './index.ts';
import { catalogue, messageOf, says } from './messages.ts';
import { pluralIn } from './languages.ts';

const sample = catalogue('sample', {
  empty: () => 'Nothing',
  tooMany: ({ max }: { max: number }) => `At most ${max}`,
});

test('a message has a key, parameters, and the English text made from them', () => {
  expect(sample.tooMany({ max: 3 })).toEqual({
    key: 'sample.tooMany',
    params: { max: 3 },
    text: 'At most 3',
  });
  expect(sample.empty()).toEqual({ key: 'sample.empty', params: {}, text: 'Nothing' });
});

/** A value for each parameter that a message has. */
const values = {
  field: 'Title',
  name: 'x',
  values: ['a'],
  direction: 'marks',
  min: 1,
  max: 2,
  count: 3,
  by: 4,
  unit: 'day',
  kind: 'blocks',
  path: ['#1', '#2'],
};

test('the keys of a catalogue begin with the name under which it is listed', () => {
  for (const [name, messages] of Object.entries(catalogues)) {
    for (const [key, message] of Object.entries<(params: never) => { key: string }>(messages))
      expect(message(values as never).key).toBe(`${name}.${key}`);
  }
});

test('an issue has the English text, and the message from which it was made', () => {
  const schema = z.object({
    number: z.number({
      error: says((input) => (input === undefined ? sample.empty() : sample.tooMany({ max: 1 }))),
    }),
    list: z.array(z.string()).check(z.maxLength(2, { error: says(sample.tooMany({ max: 2 })) })),
  });
  const { error } = schema.safeParse({ list: ['a', 'b', 'c'] });
  expect(error?.issues.map((issue) => [issue.message, messageOf(issue)?.key])).toEqual([
    ['Nothing', 'sample.empty'],
    ['At most 2', 'sample.tooMany'],
  ]);
});

/** Every function that makes the message of an issue of a schema, at any depth. */
function errorMaps(part: unknown, seen = new Set<unknown>()): ((issue: object) => unknown)[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  if (Array.isArray(part)) return part.flatMap((inner) => errorMaps(inner, seen));
  if ('_zod' in part) return errorMaps((part._zod as { def: unknown }).def, seen);
  const own =
    'error' in part && typeof part.error === 'function' ? [part.error as (issue: object) => unknown] : [];
  return [...own, ...Object.values(part).flatMap((inner) => errorMaps(inner, seen))];
}

test('every error message of a request schema comes from a catalogue', () => {
  const maps = endpoints.flatMap(({ params, query, body }) => errorMaps([params, query, body]));
  expect(maps.length).toBeGreaterThan(50);
  for (const map of maps) {
    for (const input of [undefined, null, '', 0, 'wrong']) {
      const issue = { input } as { said?: { text: string } };
      const text = map(issue);
      expect([issue.said?.text]).toEqual([
        typeof text === 'string' ? text : (text as { message: string }).message,
      ]);
    }
  }
});

test('a count selects among the plural forms of its language', () => {
  const formsOf = (locale: string, counts: readonly number[]) => {
    const plural = pluralIn(locale);
    const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' };
    return counts.map((count) => plural(count, forms));
  };
  expect(formsOf('en', [0, 1, 2])).toEqual(['other', 'one', 'other']);
  expect(formsOf('pl', [1, 2, 5, 22, 1.5])).toEqual(['one', 'few', 'many', 'few', 'other']);
  expect(formsOf('ar', [0, 1, 2, 3, 11, 100])).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
});

test('the `other` form is used where the form for a count is missing', () => {
  const polish = pluralIn('pl');
  const bugs = { one: 'błąd', few: 'błędy', many: 'błędów', other: 'błędu' };
  expect([1, 3, 5, 12, 22].map((count) => polish(count, bugs))).toEqual([
    'błąd',
    'błędy',
    'błędów',
    'błędów',
    'błędy',
  ]);
  const arabic = pluralIn('ar');
  const days = { one: 'يوم', two: 'يومان', few: 'أيام', other: 'يومًا' };
  expect([1, 2, 3, 11].map((count) => arabic(count, days))).toEqual(['يوم', 'يومان', 'أيام', 'يومًا']);
});
