import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noCounts } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import { type CustomKind, customKinds, customQueryField } from '#contract/classification/custom-fields.ts';
import { bindQuery } from '#contract/query/bind.ts';
import { type QueryField, queryFields } from '#contract/query/fields.ts';
import { queryMatcher } from '#contract/test/query-matcher.ts';
import { parseQuery } from '#contract/query/parse.ts';
import { type FieldFilter, fieldFilterIn, withFieldFilter } from './field-filter.ts';
import type { Vocabulary } from './filter-terms.ts';
import { isQuery } from './is-query.ts';

const idOf = (name: string) =>
  `01900000-0000-7000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`;
const refs = (...names: string[]) => names.map((name) => ({ _id: idOf(name), name }));
const people = refs('Ada Okafor', 'Ben', 'Bo Li');
const options = refs('Crash', 'none', 'A "b", c', 'OR');

const names: Record<CustomKind, string> = {
  text: 'Found by',
  number: 'Größe',
  date: 'due',
  option: 'Severity',
  options: 'Browsers',
  person: 'Tester',
  boolean: 'Regression',
  url: 'Report',
};
const fieldOf = (kind: CustomKind) => customQueryField({ _id: idOf(kind), name: names[kind], kind });
const own = customKinds.map(fieldOf);
const fields = [...queryFields, ...own];
const vocabulary: Vocabulary = {
  fields,
  named: (key) => (key === fieldOf('person').key ? people : options),
};

const among = (...values: string[]): FieldFilter => ({ kind: 'among', values: values.join(',') });
const [crash, quoted] = [idOf('Crash'), idOf('A "b", c')];
const written = (text: string): FieldFilter => ({ kind: 'written', text });
const range = (from: string, to: string): FieldFilter => ({ kind: 'range', from, to });
const anyValue: FieldFilter = { kind: 'any value' };

test.each<[string, CustomKind, FieldFilter | undefined]>([
  ['crash', 'option', undefined],
  ['a severity:crash b', 'option', among(crash)],
  ['severity:none,"none"', 'option', among('none', idOf('none'))],
  ['severity:gone', 'option', written('severity:gone')],
  ['severity:crash OR a', 'option', undefined],
  ['a (b severity:crash)', 'option', among(crash)],
  ['-severity:crash', 'option', written('-severity:crash')],
  ['severity:crash a -severity:none', 'option', written('severity:crash -severity:none')],
  ['has:severity', 'option', anyValue],
  ['-severity:none', 'option', anyValue],
  ['-has:severity', 'option', among('none')],
  ['has:severity,files', 'option', undefined],
  ['tester:@me', 'person', among('me')],
  ['tester:"ada okafor"', 'person', among(idOf('Ada Okafor'))],
  ['regression:yes', 'boolean', among('yes')],
  ['regression:yes,no', 'boolean', written('regression:yes,no')],
  ['größe:>=2', 'number', range('2', '')],
  ['größe:<=2', 'number', range('', '2')],
  ['größe:-2..0.5', 'number', range('-2', '0.5')],
  ['größe:7', 'number', range('7', '7')],
  ['größe:>2', 'number', written('größe:>2')],
  ['due:2026-01-01..today', 'date', written('due:2026-01-01..today')],
  ['due:2026-01-01', 'date', range('2026-01-01', '2026-01-01')],
  ['"found by":"a ""b"""', 'text', { kind: 'contains', text: 'a "b"' }],
  ['"found by":none', 'text', among('none')],
  ['(report:x', 'url', undefined],
])('for %j, the control of %s shows %j', (text, kind, expected) => {
  expect(fieldFilterIn(text, fieldOf(kind), vocabulary)).toEqual(expected);
});

test.each<[string, CustomKind, FieldFilter | undefined, string | undefined]>([
  ['', 'option', among(crash), 'Severity:Crash'],
  ['a  b', 'option', among(crash, 'none'), 'a  b Severity:Crash,none'],
  ['a OR b', 'option', among(quoted), '(a OR b) Severity:"A ""b"", c"'],
  ['status:open sort:title', 'boolean', among('no'), 'status:open sort:title Regression:no'],
  ['status:open OR a sort:title', 'boolean', among('no'), '(status:open OR a) Regression:no sort:title'],
  ['status:open "an open quote', 'number', range('1', ''), 'Größe:>=1 status:open "an open quote'],
  ['x severity:crash y', 'option', among('none'), 'x Severity:none y'],
  ['x severity:crash y', 'option', undefined, 'x y'],
  ['x AND severity:crash AND -y', 'option', undefined, 'x AND -y'],
  ['-severity:crash x has:severity', 'option', among(crash), 'Severity:Crash x'],
  ['status:open (x severity:crash)', 'option', undefined, 'status:open (x)'],
  ['severity:crash', 'option', undefined, ''],
  [
    'due:<today status:open',
    'date',
    range('2026-01-01', '2026-02-01'),
    'due:2026-01-01..2026-02-01 status:open',
  ],
  ['status:open', 'text', { kind: 'contains', text: ' a "b" ' }, 'status:open "Found by":"a ""b"""'],
  ['status:open', 'text', anyValue, 'status:open has:"Found by"'],
  ['status:open', 'person', among('me'), 'status:open Tester:@me'],
  ['f(x OR ( )', 'text', { kind: 'contains', text: 'a' }, '("f(x" OR "(" ")") "Found by":"a"'],
  ['status:open (', 'person', among('me'), undefined],
])('in %j, the control of %s sets %j', (text, kind, filter, expected) => {
  expect(withFieldFilter({ text, isQuery: true }, fieldOf(kind), filter, vocabulary)).toBe(expected);
});

test('words that are no query keep their meaning beside a field', () => {
  const edited = (text: string) =>
    withFieldFilter({ text, isQuery: false }, fieldOf('option'), among(crash), vocabulary);
  expect(edited('crash on save')).toBe('crash on save Severity:Crash');
  expect(edited('a (b status:open')).toBe('"(b" "status:open" Severity:Crash');
});

const parts = [
  'a',
  'b',
  '"a b"',
  '"an open quote',
  'f(x',
  '-a',
  'in:comments',
  'sort:-title',
  'status:open',
  'OR',
  'AND',
  'NOT',
  '(',
  ')',
  'severity:crash',
  '-severity:none',
  'severity:"A ""b"", c",none',
  'has:severity',
  '-has:"found by"',
  '"found by":a',
  'größe:>2',
  'größe:1..3',
  'regression:yes',
  'tester:@me',
  'browsers:or',
  'due:none',
  'report:"http"',
];
const texts = fc
  .array(fc.constantFrom(...parts), { maxLength: 12 })
  .map((some) => some.join(' '))
  .filter((text) => isQuery(text, fields) && parseQuery(text, fields).error === undefined);

const some = (all: readonly { _id: string }[]) =>
  fc
    .subarray([...all.map(({ _id }) => _id), 'none'], { minLength: 1 })
    .map((ids) => ids.filter((id) => id !== 'none' || ids.length === 1).join(','));
const bound = (values: readonly string[]) => fc.constantFrom('', ...values);
const ranges = (values: readonly string[]) =>
  fc
    .tuple(bound(values), bound(values))
    .filter(([from, to]) => from !== '' || to !== '')
    .map(([from, to]) => range(from, to));
const oneOf = (values: fc.Arbitrary<string>) => values.map((value) => among(value));
const contained = fc.constantFrom('a', '"', 'http://', 'none', 'a OR b').map((text): FieldFilter => ({
  kind: 'contains',
  text,
}));
const filters: Record<CustomKind, fc.Arbitrary<FieldFilter>> = {
  text: contained,
  url: contained,
  number: ranges(['-1', '2', '2.5']),
  date: ranges(['2026-01-01', '2026-02-01']),
  option: oneOf(some(options)),
  options: oneOf(some(options)),
  person: oneOf(fc.constantFrom('me', 'none', ...people.map(({ _id }) => _id))),
  boolean: oneOf(fc.constantFrom('yes', 'no', 'none')),
};
const choices = fc.constantFrom(...customKinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    filter: fc.oneof({ weight: 4, arbitrary: filters[kind] }, fc.constantFrom(anyValue, among('none'))),
  }),
);

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const values = fc.record({
  text: optional(fc.constantFrom('a', 'b "', 'none')),
  number: optional(fc.constantFrom(-1, 2, 2.5, 3)),
  date: optional(fc.constantFrom('2026-01-01', '2026-03-01')),
  option: optional(fc.constantFrom(...options)),
  options: optional(fc.subarray(options, { minLength: 1 })),
  person: optional(fc.constantFrom(...people)),
  boolean: optional(fc.boolean()),
  url: optional(fc.constantFrom('http://x', 'https://a')),
});
const bugs = fc.record({ title: fc.constantFrom('a', 'b', 'a b', 'f(x'), values }).map(
  (given) =>
    ({
      ...noCounts,
      title: given.title,
      description: '',
      status: 'open',
      custom: Object.fromEntries(
        Object.entries(given.values).flatMap(([kind, value]) =>
          value === undefined ? [] : [[idOf(kind), value]],
        ),
      ),
    }) as unknown as Bug,
);

function selects(text: string): (bug: Bug) => boolean {
  const { query, error } = parseQuery(text, fields);
  if (error) throw new Error(`${text}: ${error.message.text}`);
  return queryMatcher(
    bindQuery(query, { me: people[0]?._id ?? '', now: new Date(0), zone: 'UTC' }, fields).tree,
  );
}

test('the deepest query of the most terms can be edited', () => {
  const terms = Array.from({ length: 40 }, (_, i) => `comments:${i}`).join(' OR ');
  const text = `${'a (b OR '.repeat(19)}(${terms})${')'.repeat(19)}`;
  expect(parseQuery(text, fields).error).toBeUndefined();
  expect(withFieldFilter({ text, isQuery: true }, fieldOf('option'), undefined, vocabulary)).toBe(text);
});

test('a filter of a field replaces only what the query asked of that field', () => {
  const edit = (text: string, field: QueryField, filter: FieldFilter | undefined) => {
    const edited = withFieldFilter({ text, isQuery: true }, field, filter, vocabulary);
    if (edited === undefined) throw new Error(`${text} is not understood`);
    return edited;
  };
  const property = fc.property(
    texts,
    choices,
    fc.array(bugs, { minLength: 5 }),
    (text, { kind, filter }, all) => {
      const field = fieldOf(kind);
      const edited = edit(text, field, filter);
      const without = edit(text, field, undefined);
      const before = fieldFilterIn(text, field, vocabulary);
      expect([text, edited, fieldFilterIn(edited, field, vocabulary)]).toEqual([text, edited, filter]);
      expect([text, without, fieldFilterIn(without, field, vocabulary)]).toEqual([text, without, undefined]);
      const [asked, had] = [edit('', field, filter), before && edit('', field, before)];
      for (const bug of all) {
        const rest = selects(without)(bug);
        expect([text, edited, selects(edited)(bug)]).toEqual([text, edited, rest && selects(asked)(bug)]);
        const isSelected = rest && (had === undefined || selects(had)(bug));
        expect([text, had, selects(text)(bug)]).toEqual([text, had, isSelected]);
      }
      const sortOf = (of: string) => parseQuery(of, fields).query?.sort?.field;
      expect(sortOf(edited)).toBe(sortOf(text));
    },
  );
  fc.assert(property, { numRuns: 500 });
});
