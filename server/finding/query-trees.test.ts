import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { type Bug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { addRelation } from '#contract/bugs/relations.ts';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import {
  type CustomField,
  type CustomKind,
  createCustomField,
  customQueryField,
  hasOptions,
} from '#contract/classification/custom-fields.ts';
import { createComponent } from '#contract/classification/components.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { bindQuery } from '#contract/query/bind.ts';
import { queryFields } from '#contract/query/fields.ts';
import { queryMatcher } from '#contract/test/query-matcher.ts';
import { parseQuery } from '#contract/query/parse.ts';
import { printQuery } from '#contract/query/print.ts';
import { fold } from '#contract/bugs/search.ts';
import { createVersion } from '#contract/classification/versions.ts';
import { testApp } from '#server/test/harness.ts';
import { type Subjects, randomQueries, withoutPlaces } from '#server/test/query-trees.ts';
import { uploaded } from '#server/test/uploads.ts';

/** How many random queries are tried; QUERIES=100000 for a thorough run. */
const runs = Number(process.env['QUERIES'] ?? 150);

const hour = 3_600_000;
// Clocks go forward in Europe within the days of these bugs.
const app = await testApp({ time: () => Date.parse('2026-03-10T09:30:00Z') });
const admin = await app.user({ name: 'Root', role: 'admin' });
const people = [
  await app.user({ name: 'Ada Okafor' }),
  await app.user({ name: 'ada lovelace' }),
  await app.user({ name: 'Éva "Eve" Nagy' }),
];
const [ada] = people;
if (!ada) throw new Error('There is no one');

const colors = ['red', 'blue', 'grey', 'green'] as const;
const labelNames = ['crash', 'needs info', 'none', 'Größe'];
const labels = await Promise.all(
  labelNames.map(async (name, i) => {
    const body = { name, color: colors[i] ?? 'grey', description: '' };
    return (await admin.call(createLabel, { body })).body;
  }),
);

const options = ['Crash', 'none', 'A "b", c'];

async function aField(name: string, kind: CustomKind): Promise<CustomField> {
  const body = { name, kind, ...(hasOptions(kind) && { options: options.map((each) => ({ name: each })) }) };
  return (await admin.call(createCustomField, { body })).body;
}

const fields = {
  text: await aField('Found by', 'text'),
  number: await aField('Größe', 'number'),
  date: await aField('due', 'date'),
  option: await aField('Severity', 'option'),
  options: await aField('Browsers', 'options'),
  person: await aField('Tester', 'person'),
  boolean: await aField('Regression', 'boolean'),
  url: await aField('Report', 'url'),
} satisfies Record<CustomKind, CustomField>;

const known = [...queryFields, ...Object.values(fields).map(customQueryField)];

const subjects: Subjects = {
  own: Object.values(fields).map((field) => ({ field: customQueryField(field), options })),
  words: [
    'list',
    'empty',
    'LIST',
    '"the list"',
    'ä',
    'e',
    'zq',
    '100%',
    '_',
    'http://x',
    'a::b',
    '#3',
    '🦗',
    'crash',
    'main()',
    '-->',
    'or',
  ],
  people: ['Ada Okafor', 'ADA LOVELACE', 'Root', 'Éva "Eve" Nagy'],
  parts: ['a', 'ADA', 'okafor', 'root', 'é'],
  labels: labelNames,
  components: ['Web', 'the API'],
  versions: ['2.3', '2.3 beta', '1.0'],
  days: ['2026-03-10', '2026-03-15', '2026-03-28', '2026-03-29', '2026-04-01', '2025-12-31'],
};

const components = await Promise.all(
  subjects.components.map(
    async (name) =>
      (await admin.call(createComponent, { body: { name, description: '', owner: null } })).body,
  ),
);

const versions = await Promise.all(
  subjects.versions.map(
    async (name) => (await admin.call(createVersion, { body: { name, state: 'released' } })).body,
  ),
);

/** Each value, and its absence, occurs alone and together with others. */
function valuesOf(i: number): Record<string, CustomInput> {
  const optionAt = ({ options: all }: CustomField, at: number) => all[at]?._id ?? '';
  const some = [0, 1, 2].filter((at) => (i >> at) % 2 === 0).map((at) => optionAt(fields.options, at));
  const given: [CustomField, CustomInput | undefined][] = [
    [fields.text, ['LIST of e', 'zq 100%', undefined][i % 3]],
    [fields.number, [-1, 2.5, 4, 0, undefined][i % 5]],
    [fields.date, [...subjects.days.slice(0, 3), undefined][(i >> 1) % 4]],
    [fields.option, i % 4 === 3 ? undefined : optionAt(fields.option, i % 3)],
    [fields.options, some.length === 0 ? undefined : some.toSorted()],
    [fields.person, [ada?._id, people[1]?._id, undefined][(i >> 2) % 3]],
    [fields.boolean, [true, false, undefined][(i >> 1) % 3]],
    [fields.url, i % 2 === 0 ? `http://x/${i}` : undefined],
  ];
  return Object.fromEntries(
    given.flatMap(([{ _id }, value]) => (value === undefined ? [] : [[_id, value] as const])),
  );
}

const comments = new Map<string, string[]>();
for (let i = 0; i < 40; i += 1) {
  app.clock.offset += 14 * hour + i * 1000;
  const by = people[i % 3] ?? ada;
  const pick = (seed: number) => (subjects.words[seed % subjects.words.length] ?? '').replaceAll('"', '');
  const bug = await app.bug(by, {
    title: `${pick(i)} ${pick(i * 5 + 1)}`,
    description: `${pick(i * 3)}\n${pick(i * 7 + 2)} ${pick(i * 11)}`,
    status: statuses[(i * 7) % 3] ?? 'open',
    ...(i % 3 === 2 && i % 2 === 0 && { resolution: i % 4 === 0 ? 'fixed' : 'wont-fix' }),
    priority: priorities[(i >> 1) % 3] ?? 'low',
    assignedTo: [null, ada._id, null, people[1]?._id ?? null][i % 4] ?? null,
    labels: labels.filter((_, at) => (i >> at) % 3 === 0).map(({ _id }) => _id),
    component: components[i % 3]?._id ?? null,
    foundIn: versions.filter((_, at) => (i >> at) % 2 === 1).map(({ _id }) => _id),
    fixedIn: versions[i % 5]?._id ?? null,
    custom: valuesOf(i),
    files: i % 6 === 0 ? [(await uploaded(by))._id] : [],
  });
  comments.set(
    bug._id,
    Array.from({ length: i % 4 }, (_, at) => `${pick(i * 13 + at)} said`),
  );
  for (const body of comments.get(bug._id) ?? [])
    await by.call(createComment, { params: { id: bug._id }, body: { body } });
}
const all = (await ada.call(listBugs, {})).body;
for (const [i, bug] of all.entries()) {
  app.clock.offset += 30_000;
  if (i % 5 === 0)
    await admin.call(updateBug, { params: { id: bug._id }, body: { description: `${bug.description} zq` } });
}
for (const [i, bug] of all.entries()) {
  const other = all[i + 1];
  const related = { params: { id: bug._id }, body: { kind: 'blocks', bug: other?._id ?? '' } } as const;
  if (i % 3 === 0 && other) await admin.call(addRelation, related);
}
const bugs = (await ada.call(listBugs, {})).body;

const keys: Record<string, (bug: Bug) => string> = {
  createdAt: ({ number }) => String(number).padStart(9, '0'),
  updatedAt: ({ updatedAt }) => updatedAt,
  title: ({ title }) => fold(title),
  status: ({ status }) => String(statuses.indexOf(status)),
  priority: ({ priority }) => String(priorities.indexOf(priority)),
};

function sorted(found: readonly Bug[], sort = '-createdAt'): Bug[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const keyOf = keys[sort.replace('-', '')] ?? (() => '');
  return found.toSorted(
    (one, other) =>
      direction * Buffer.compare(Buffer.from(keyOf(one)), Buffer.from(keyOf(other))) ||
      other.number - one.number,
  );
}

const numbersOf = (list: readonly Bug[]) => list.map(({ number }) => number);
const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu'];

test('SQL selects the same bugs as the matcher of loaded bugs', { timeout: 0 }, async () => {
  const property = fc.asyncProperty(
    randomQueries(subjects),
    fc.constantFrom(...zones),
    fc.boolean(),
    async (random, zone, isPaged) => {
      const text = printQuery(random);
      const { query, error } = parseQuery(text, known);
      if (error) throw new Error(`${text}: ${error.message.text}`);
      const now = new Date(Date.parse('2026-03-10T09:30:00Z') + app.clock.offset);
      const { tree, sort } = bindQuery(query, { me: ada._id, now, zone }, known);
      const matches = queryMatcher(tree, ({ _id }) => comments.get(_id) ?? []);
      const expected = numbersOf(sorted(bugs.filter(matches), sort));
      const asked = { query: text, zone, ...(isPaged && { limit: '7' }) };
      const { status, body, headers } = await ada.call(listBugs, { query: asked });
      const total = isPaged ? headers.get('x-total-count') : undefined;
      expect([text, status, status === 200 && numbersOf(body), total]).toEqual([
        text,
        200,
        isPaged ? expected.slice(0, 7) : expected,
        isPaged ? String(expected.length) : undefined,
      ]);
    },
  );
  await fc.assert(property, { numRuns: runs });
});

test('a printed query is parsed as the same query', { timeout: 0 }, () => {
  fc.assert(
    fc.property(randomQueries(subjects), (random) => {
      const text = printQuery(random);
      expect(withoutPlaces(parseQuery(text, known).query ?? text)).toEqual(withoutPlaces(random));
    }),
    { numRuns: Math.max(runs, 1_000) },
  );
});
