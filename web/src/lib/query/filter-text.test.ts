import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bugFields, priorities, statuses, noCounts } from '#contract/bugs/bug-fields.ts';
import { bug as bugSchema } from '#contract/bugs/bugs.ts';
import type { BugField } from '#contract/bugs/field.ts';
import { resolutions } from '#contract/bugs/resolution.ts';
import { matchesSearch } from '#contract/bugs/search.ts';
import { bindQuery } from '#contract/query/bind.ts';
import { queryFields } from '#contract/query/fields.ts';
import { queryMatcher } from '#contract/test/query-matcher.ts';
import { parseQuery } from '#contract/query/parse.ts';
import { filterInQuery, queryOfFilter, withFilterInQuery } from './filter-text.ts';
import type { Vocabulary } from './filter-terms.ts';
import { isQuery, readingOf } from './is-query.ts';

const idOf = (name: string) =>
  `01900000-0000-7000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`;
const refs = (...names: string[]) => names.map((name) => ({ _id: idOf(name), name }));
const people = refs('Ada Okafor', 'Ben', 'ben', 'Bo', 'Bo Li', 'none');
const labels = refs('crash', 'needs, info', 'none', '5" screen').map((label) => ({ ...label, color: 'red' }));
const components = refs('Web', 'the API');
const versions = refs('2.3', '2.3 beta', '1.0');
const [ada = { _id: '', name: '' }] = people;

const known: Record<string, readonly { _id: string; name: string }[]> = {
  assignedTo: people,
  createdBy: people,
  labels,
  component: components,
  foundIn: versions,
  fixedIn: versions,
};
const vocabulary: Vocabulary = { fields: queryFields, named: (key) => known[key] ?? [] };

test.each([
  ['', false],
  ['a crash', false],
  ['"status:open" (b', false],
  ['f(x) -> --all (see below)', false],
  ['TypeError: x at http://x/y 12:30 a::b', false],
  ['word in:comments', false],
  ['IN:COMMENTS', false],
  ['status:open', true],
  ['stauts:open', true],
  ['a OR b', true],
  ['order or orders', false],
  ['-a', true],
  ['a AND', true],
  ['in:files', true],
  ['a sort:-updated', true],
])('%j is a query: %s', (text, expected) => {
  expect(isQuery(text)).toBe(expected);
});

test.each([
  ['working not', 'words'],
  ['NOT working', 'either'],
  ['a -c', 'either'],
  ['is:broken thing', 'either'],
  ['crash OR (panic AND -x)', 'either'],
  ['is:broken -status:open', 'query'],
  ['NOT x sort:-updated', 'query'],
])('%j is taken for: %s', (text, expected) => {
  expect(readingOf(text)).toBe(expected);
});

test.each<[string, object]>([
  ['status:open', { status: 'open' }],
  ['a status:>=in-progress b', { status: 'in-progress,resolved' }],
  ['status:open OR a', {}],
  ['-status:open', {}],
  ['status:open status:resolved', {}],
  ['label:CRASH,none', { label: `${idOf('crash')},none` }],
  ['label:gone', {}],
  ['assignee:@me reporter:ada', { assignedTo: 'me', createdBy: ada._id }],
  ['found:"2.3 beta" fixed:none', { foundIn: idOf('2.3 beta'), fixedIn: 'none' }],
  ['a sort:-updated', { sort: '-updatedAt' }],
  ['(status:open', {}],
])('selects show %j as %j', (text, expected) => {
  expect(filterInQuery(text, vocabulary)).toEqual(expected);
});

test.each<[string, Record<string, string | undefined>, string, object]>([
  ['status:open crash', { status: 'resolved' }, 'status:resolved crash', {}],
  ['a AND status:open AND b', { status: undefined }, 'a AND b', {}],
  ['(status:open) b', { status: undefined }, 'b', {}],
  ['status:open AND (a OR b)', { status: undefined }, '(a OR b)', {}],
  ['status:open', { status: undefined, priority: 'high' }, '', { priority: 'high' }],
  ['status:open OR a', { status: 'resolved' }, 'status:open OR a', { status: 'resolved' }],
  ['label:crash  x', { label: `${idOf('needs, info')},none` }, 'label:"needs, info",none  x', {}],
  ['x label:crash', { label: idOf('none') }, 'x label:"none"', {}],
  ['assignee:none', { assignedTo: idOf('Ben') }, `assignee:${idOf('Ben')}`, {}],
  ['found:1.0', { foundIn: idOf('2.3') }, 'found:2.3', {}],
  ['x sort:title', { sort: '-updatedAt' }, 'x sort:-updated', {}],
  ['x sort:title', { sort: undefined }, 'x', {}],
])('a select edits %j by %j', (text, change, edited, rest) => {
  expect(withFilterInQuery(text, change, vocabulary)).toEqual({ text: edited, rest });
});

const texts = [
  'crash',
  'a b',
  '"a b"',
  'status:open',
  'x:y',
  '(a',
  'b)',
  '-c',
  'NOT',
  'OR',
  '5" screen',
  '""',
];
const values = (all: readonly string[]) =>
  fc.subarray([...all], { minLength: 1 }).map((some) => some.join(','));
const ids = (all: readonly { _id: string }[]) =>
  fc.oneof(fc.constant('none'), values(all.map(({ _id }) => _id)));
const person = fc.constantFrom('me', ...people.map(({ _id }) => _id));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const filters = fc.record({
  q: optional(fc.array(fc.constantFrom(...texts), { maxLength: 20 }).map((words) => words.join(' '))),
  query: optional(
    fc.constantFrom('a OR b', 'status:open', '-crash', 'x', 'label:crash sort:title', '"x" b', '(a OR c) d'),
  ),
  status: optional(values(statuses)),
  priority: optional(values(priorities)),
  resolution: optional(fc.oneof(fc.constant('none'), values(resolutions))),
  assignedTo: optional(fc.oneof(person, fc.constant('none'))),
  createdBy: optional(person),
  label: optional(ids(labels)),
  component: optional(ids(components)),
  foundIn: optional(ids(versions)),
  fixedIn: optional(ids(versions)),
});

const bugs = fc.record({
  title: fc.array(fc.constantFrom(...texts, 'a', 'x'), { maxLength: 4 }).map((words) => words.join(' ')),
  description: fc.constantFrom('', 'a crash (a', 'status:open -c'),
  status: fc.constantFrom(...statuses),
  priority: fc.constantFrom(...priorities),
  resolution: fc.constantFrom(null, ...resolutions),
  assignedTo: fc.constantFrom(null, ...people),
  createdBy: fc.constantFrom(...people),
  labels: fc.subarray(labels),
  component: fc.constantFrom(null, ...components),
  foundIn: fc.subarray(versions),
  fixedIn: fc.constantFrom(null, ...versions),
});

const rest = {
  custom: {},
  _id: idOf('bug'),
  number: 1,
  files: [],
  triaged: false,
  question: null,
  ...noCounts,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};

const asker = { me: ada._id, now: new Date(0), zone: 'UTC' };

function selectsByText(text: string) {
  const { query, error } = parseQuery(text);
  if (error) throw new Error(`${text}: ${error.message.text}`);
  return queryMatcher(bindQuery(query, asker).tree);
}

test('the text of a filter selects the same bugs as the filter', () => {
  fc.assert(
    fc.property(filters, fc.array(bugs, { minLength: 5 }), (filter, some) => {
      const text = queryOfFilter(filter, vocabulary);
      if (text === undefined) throw new Error('The query is not understood');
      const { q = '', query = '', createdBy, ...given } = filter;
      const byFilter = (bug: ReturnType<typeof bugSchema.parse>) =>
        matchesSearch(bug, q) &&
        selectsByText(query)(bug) &&
        (createdBy === undefined || bug.createdBy._id === (createdBy === 'me' ? ada._id : createdBy)) &&
        Object.entries<BugField>(bugFields).every(([name, field]) =>
          Object.keys(field.filter ?? {}).every((parameter) => {
            const wanted = given[parameter as keyof typeof given];
            return (
              wanted === undefined ||
              field.matches?.((bug as Record<string, unknown>)[name], wanted, ada._id) !== false
            );
          }),
        );
      for (const one of some) {
        const bug = bugSchema.parse({ ...rest, ...one });
        expect([text, selectsByText(text)(bug)]).toEqual([text, byFilter(bug)]);
      }
    }),
    { numRuns: 300 },
  );
});
