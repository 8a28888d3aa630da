import { beforeAll, describe, expect, test } from 'vitest';
import { type Bug, listBugs } from '#contract/bugs/bugs.ts';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import {
  type CustomField,
  type CustomKind,
  createCustomField,
  customQueryField,
  updateCustomField,
} from '#contract/classification/custom-fields.ts';
import { bindQuery } from '#contract/query/bind.ts';
import { queryFields } from '#contract/query/fields.ts';
import { queryMatcher } from '#contract/test/query-matcher.ts';
import { parseQuery } from '#contract/query/parse.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp({ time: () => Date.parse('2026-03-10T09:30:00Z') });
const admin = await app.user({ role: 'admin' });
const ada = await app.user({ name: 'Ada Okafor' });
const bob = await app.user({ name: 'Bob' });

type Named = Record<CustomKind, CustomField>;
const fields = {} as Named;
const bugs: Bug[] = [];

async function aField(name: string, kind: CustomKind, options: readonly string[] = []): Promise<CustomField> {
  const body = {
    name,
    kind,
    ...(options.length > 0 && { options: options.map((each) => ({ name: each })) }),
  };
  return (await admin.call(createCustomField, { body })).body;
}

const optionOf = ({ options }: CustomField, at: number) => options[at]?._id ?? '';

beforeAll(async () => {
  fields.text = await aField('Found by', 'text');
  fields.number = await aField('Größe', 'number');
  fields.date = await aField('due', 'date');
  fields.option = await aField('Severity', 'option', ['Crash', 'none', 'A "b", c']);
  fields.options = await aField('Browsers', 'options', ['Firefox', 'Chrome', 'Safari']);
  fields.person = await aField('Tester', 'person');
  fields.boolean = await aField('Regression', 'boolean');
  fields.url = await aField('Report', 'url');
  const days = ['2026-03-09', '2026-03-10', '2026-12-31'];
  for (let i = 0; i < 24; i += 1) {
    const given: [CustomField, CustomInput | undefined][] = [
      [fields.text, ['Crash reporter', 'QA 100%', undefined][i % 3]],
      [fields.number, [-2, 0.5, 10, undefined][i % 4]],
      [fields.date, [...days, undefined][(i >> 1) % 4]],
      [fields.option, i % 5 === 4 ? undefined : optionOf(fields.option, i % 3)],
      [
        fields.options,
        [0, 1, 2].filter((at) => (i >> at) % 2 === 0).map((at) => optionOf(fields.options, at)),
      ],
      [fields.person, [ada._id, bob._id, undefined][(i >> 2) % 3]],
      [fields.boolean, [true, false, undefined][(i >> 1) % 3]],
      [fields.url, i % 2 === 0 ? `https://example.org/${i}` : undefined],
    ];
    const custom = Object.fromEntries(
      given.flatMap(([{ _id }, value]) => (value === undefined ? [] : [[_id, value]])),
    );
    bugs.push(await app.bug(ada, { title: i % 2 ? 'Plain' : 'Crash reporter', custom }));
  }
});

const known = () => [...queryFields, ...Object.values(fields).map(customQueryField)];

/** The numbers of the loaded bugs that a query selects, newest first. */
function expected(text: string): number[] {
  const { query, error } = parseQuery(text, known());
  if (error) throw new Error(`${text}: ${error.message.text}`);
  const now = new Date(Date.parse('2026-03-10T09:30:00Z'));
  const { tree } = bindQuery(query, { me: ada._id, now, zone: 'UTC' }, known());
  const matches = queryMatcher(tree);
  return bugs
    .filter(matches)
    .map(({ number }) => number)
    .toReversed();
}

async function found(query: string) {
  const { status, body } = await ada.call(listBugs, { query: { query, limit: '50' } });
  return [status, status === 200 && body.map(({ number }) => number)];
}

describe('queries for fields that admins define', () => {
  // The minimum number of bugs shows that a query selects some.
  test.each([
    ['"found by":reporter', 8],
    ['"Found by":"100%"', 8],
    ['"found by":none', 8],
    ['-"found by":crash', 16],
    ['größe:>0', 12],
    ['GRÖßE:-2..0.5', 12],
    ['größe:<=-2,10', 12],
    ['größe:none', 6],
    ['due:today', 6],
    ['due:>today', 6],
    ['due:<-0d OR due:none', 12],
    ['due:2026-03-09..2026-03-10', 12],
    ['severity:crash', 5],
    ['severity:"none"', 5],
    ['severity:none', 4],
    ['severity:"a ""b"", c",crash', 11],
    ['-severity:crash', 16],
    ['browsers:firefox', 12],
    ['browsers:firefox,safari -browsers:chrome', 6],
    ['browsers:none', 3],
    ['tester:@me', 8],
    ['tester:ada,bob', 16],
    ['-tester:"ada okafor"', 16],
    ['regression:yes', 8],
    ['regression:yes,no', 16],
    ['regression:none', 8],
    ['report:example.org/2', 3],
    ['has:"found by"', 16],
    ['-has:severity has:due', 1],
    ['(severity:crash OR tester:@me) -regression:yes status:open größe:<=10', 3],
    ['crash größe:>0', 6],
  ])('%s', async (query, least) => {
    const numbers = expected(query);
    expect(numbers.length).toBeGreaterThanOrEqual(least);
    expect(await found(query)).toEqual([200, numbers]);
  });

  test('a query error names the position and a suggestion', async () => {
    for (const [query, message, text] of [
      ['severty:crash', 'Unknown field `severty`. Did you mean `Severity`?', 'Severity'],
      ['severity:crahs', '`Severity` has no value `crahs`. Did you mean `Crash`?', 'Crash'],
      ['größe:big', '`Größe` is a number, not `big`', undefined],
      ['regression:maybe', '`Regression` cannot be `maybe`. It can be yes, no.', undefined],
    ] as const) {
      const { status, error } = await ada.call(listBugs, { query: { query } });
      expect([query, status, error.message.slice(0, message.length)]).toEqual([query, 400, message]);
      const { fixes } = (error as unknown as { query: { fixes: { text: string }[] } }).query;
      expect(fixes[0]?.text).toBe(text);
    }
  });

  test('find them by their present and former names, even once they are archived', async () => {
    const { text } = fields;
    const change = (body: object) => admin.call(updateCustomField, { params: { id: text._id }, body });
    await change({ name: 'Finder', archived: true });
    expect((await found('finder:qa'))[1]).toHaveLength(8);
    // Its former name leads to it, until another field has that name.
    expect((await found('"found by":qa'))[1]).toHaveLength(8);
    await change({ name: 'Found by', archived: false });
  });
});
