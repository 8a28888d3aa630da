import { afterEach, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { catalogues, endpoints } from '#contract/index.ts';
import { createBugBody } from '#contract/bugs/bugs.ts';
import { type Message, messageOf } from '#contract/messages.ts';
import { fieldMessages } from '#contract/text.ts';
import { userRefusals } from '#contract/accounts/users.ts';
import { ApiError, translated, translateMessages } from '#web/lib/api/api-error.ts';
import { messagesByField } from '#web/lib/form/problem.ts';
import { german } from './messages.de.ts';

afterEach(() => translateMessages(undefined));

/** A value for each parameter that a message has. */
const params = {
  field: 'Title',
  name: 'nameless',
  values: ['first', 'second'],
  direction: 'marks',
  min: 901,
  max: 902,
  count: 903,
  by: 904,
  unit: 'minute',
  kind: 'blocks',
  path: ['#7', '#8'],
};

test('German says everything that English says, with the same values', () => {
  translateMessages(german);
  const said = Object.values(catalogues).flatMap((catalogue) =>
    Object.values<(given: never) => Message>(catalogue).map((make) => make(params as never)),
  );
  expect(said.length).toBeGreaterThan(60);
  const values = (text = '') => text.match(/90\d|nameless|first, second/g)?.toSorted() ?? [];
  for (const message of said) {
    const text = translated(message);
    expect([message.key, text === message.text]).toEqual([message.key, false]);
    expect([message.key, values(text)]).toEqual([message.key, values(message.text)]);
  }
});

/** The labels of the fields in the messages of a schema. */
function labelsOf(part: unknown, seen = new Set<unknown>()): unknown[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  if (Array.isArray(part)) return part.flatMap((inner) => labelsOf(inner, seen));
  if ('_zod' in part) return labelsOf((part._zod as { def: unknown }).def, seen);
  const own = 'error' in part && typeof part.error === 'function' ? [labelIn(part.error)] : [];
  return [...own, ...Object.values(part).flatMap((inner) => labelsOf(inner, seen))];
}

function labelIn(errorMap: unknown): unknown {
  const issue: Partial<z.core.$ZodIssueCustom> = { path: [] };
  Reflect.apply(errorMap as () => unknown, undefined, [issue]);
  return messageOf(issue as z.core.$ZodIssue)?.params['field'];
}

test('every label of a field in messages has a German translation', () => {
  const used = new Set(
    endpoints.flatMap(({ params: inPath, query, body }) => labelsOf([inPath, query, body])),
  );
  used.delete(undefined);
  expect([...used].map(String).toSorted()).toEqual(Object.keys(german.fields).toSorted());
});

test('a refusal is translated by its key, or shown as sent if it has none', () => {
  translateMessages(german);
  const { key, params: values, text } = userRefusals.tooManySignIns({ count: 1, unit: 'minute' });
  const body = { message: text, fields: { title: 'Title is required', colour: 'Colour is required' } };
  const title = fieldMessages.required({ field: 'Title' });
  const error = new ApiError(429, { ...body, i18n: { message: { key, params: values }, fields: { title } } });
  expect(error.message).toBe(
    'Zu viele fehlgeschlagene Anmeldungen. Bitte in 1 Minute noch einmal versuchen.',
  );
  expect(error.fields).toEqual({ title: 'Titel wird benötigt', colour: 'Colour is required' });
  expect(new ApiError(429, body).message).toBe(text);
});

test.each([
  ['a key that is not known', { message: { key: 'bugs.fromTheFuture', params: {} } }],
  [
    'parameters that are not those of the text',
    { message: { key: 'field.notOneOf', params: { field: 'Status' } } },
  ],
  ['no key at all', { message: { params: {} } }],
  ['something else', 'Somethings'],
])('with %s, the English text is shown', (_, i18n) => {
  translateMessages(german);
  expect(new ApiError(400, { message: 'English', i18n }).message).toBe('English');
});

test('schema errors are in the language of the screens, with its number format', () => {
  const { error } = createBugBody.safeParse({
    description: 'x'.repeat(101_312),
    status: 'open',
    priority: 'low',
  });
  expect(messagesByField(error?.issues ?? [])).toMatchObject({ title: 'Title is required' });
  translateMessages(german);
  expect(messagesByField(error?.issues ?? [])).toEqual({
    title: 'Titel wird benötigt',
    description: expect.stringMatching(/^Beschreibung ist um 1.312 Zeichen zu lang$/) as string,
  });
});
