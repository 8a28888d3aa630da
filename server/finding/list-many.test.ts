import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Sort, listBugs } from '#contract/bugs/bugs.ts';
import { createCustomField } from '#contract/classification/custom-fields.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { newId } from '#server/engine/id.ts';
import type { Schema } from '#server/engine/schema.ts';
import { bugs as composed } from '#server/features.ts';
import { testApp } from '#server/test/harness.ts';
import { conditionsOf, filtersOf } from './conditions.ts';
import { ListReader } from './lists.ts';
import { planFor } from './plan.ts';

// More bugs than a count compares, and labels with more bugs than are looked up by number.
const total = 31_500;
const app = await testApp();
const admin = await app.user({ role: 'admin' });
const ada = await app.user();
const label = async (name: string) =>
  (await admin.call(createLabel, { body: { name, color: 'red', description: '' } })).body._id;
const labels = {
  old: { id: await label('old'), has: (number: number) => number <= 10_500 },
  common: { id: await label('common'), has: (number: number) => number % 3 === 0 },
  rare: { id: await label('rare'), has: (number: number) => number % 6_000 === 1 },
} as const;
type Name = keyof typeof labels;

const moment = (number: number) =>
  new Date(Date.UTC(2026, 0, 1) + ((number * 7_919) % total) * 1_000).toISOString();
const statusOf = (number: number) => (number === 5 || number === 30_005 ? 1 : (number % 2) * 2);
/** Half of the bugs are open and half have a high priority, but few have both. */
const priorityOf = (number: number) => (number % 2 === 1 || number % 900 === 0 ? 2 : 0);

await app.store.write(async (tx) => {
  const texts = { title: 'Hay', title_fold: 'hay', description: 'Hay', description_fold: 'hay' };
  const rest = { assigned_to: null, created_by: ada._id, version: 1 };
  for (let begin = 1; begin <= total; begin += 500) {
    const bugs = Array.from({ length: 500 }, (_, i) => ({
      ...texts,
      ...rest,
      id: newId(),
      number: begin + i,
    }));
    await tx
      .insertInto('bugs')
      .values(
        bugs.map((bug) => ({
          ...bug,
          status: statusOf(bug.number),
          priority: priorityOf(bug.number),
          created_at: moment(0),
          updated_at: moment(bug.number),
        })),
      )
      .execute();
    const rows = Object.values(labels).flatMap(({ id, has }) =>
      bugs
        .filter(({ number }) => has(number))
        .map((bug) => ({ bug_id: bug.id, number: bug.number, label_id: id })),
    );
    if (rows.length > 0) await tx.insertInto('bug_labels').values(rows).execute();
  }
});

const numbers = Array.from({ length: total }, (_, i) => i + 1);
const orders: Partial<Record<Sort, (one: number, other: number) => number>> = {
  '-createdAt': (one, other) => other - one,
  createdAt: (one, other) => one - other,
  '-updatedAt': (one, other) => moment(other).localeCompare(moment(one)),
  status: (one, other) => statusOf(one) - statusOf(other) || other - one,
};
const statuses = ['open', 'in-progress', 'resolved'] as const;

/** Whether an answer counts this many bugs, or gives a lower bound for them. */
function isCountOf(headers: Headers, bugs: number): boolean {
  const [, counted, more] = /^(\d+)(\+?)$/.exec(headers.get('x-total-count') ?? '') ?? [];
  return more === '+' ? Number(counted) > 0 && Number(counted) < bugs : Number(counted) === bugs;
}

describe('pages of a list by label match a full scan', () => {
  const cases = Object.keys(labels).flatMap((name) =>
    Object.keys(orders).flatMap((sort) =>
      // The two that half of the bugs have show the same.
      [undefined, 'in-progress', 'resolved'].map((status) => [name as Name, sort as Sort, status] as const),
    ),
  );
  test.each(cases)('%s, by %s, %s', async (name, sort, status) => {
    const { id, has } = labels[name];
    const expected = numbers
      .filter((number) => has(number) && (status === undefined || statuses[statusOf(number)] === status))
      .toSorted(orders[sort]);
    const found: number[] = [];
    const query = { label: id, sort, limit: '7', ...(status && { status }) };
    let cursor: string | undefined;
    for (let page = 0; page < 2; page += 1) {
      const { headers, body } = await ada.call(listBugs, { query: { ...query, ...(cursor && { cursor }) } });
      found.push(...body.map(({ number }) => number));
      expect(isCountOf(headers, expected.length)).toBe(true);
      cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
      if (cursor === undefined) break;
    }
    expect(found).toEqual(expected.slice(0, 14));
  });
});

/** Finds the list of these parameters, and counts the bugs that its statements have read without a match. */
async function reading(selecting: Omit<Parameters<typeof conditionsOf>[2], 'zone'>) {
  let missed = 0;
  const meter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      missed += result.rows.filter(({ hit }) => hit === 0).length;
      return result;
    },
  };
  const db = (app.store.longReads as Kysely<Schema>).withPlugin(meter);
  const filters = filtersOf(composed.findable);
  const plan = await planFor(db, filters, conditionsOf(filters, ada._id, selecting));
  const keys = await new ListReader(filters).keys(db, plan, { after: undefined, limit: 7 });
  return { found: keys.map(({ number }) => number), missed };
}

test.each(['-updatedAt', 'status'] as const)(
  'common filters that few bugs match together select the candidates, by %s',
  async (sort) => {
    const expected = numbers.filter((number) => number % 900 === 0).toSorted(orders[sort]);
    const read = await reading({ status: 'open', priority: 'high', sort });
    expect(read).toEqual({ found: expected.slice(0, 7), missed: 0 });
  },
);

test('a page of a label that only old bugs have does not compare all newer bugs', async () => {
  const { found, missed } = await reading({ label: labels.old.id });
  expect(found).toEqual(numbers.filter(labels.old.has).toReversed().slice(0, 7));
  expect(missed).toBeLessThan(total - 10_500);
});

test('a page of bugs with a common label reads no bug without it', async () => {
  for (const sort of ['-createdAt', 'createdAt'] as const) {
    const expected = numbers.filter(labels.common.has).toSorted(orders[sort]);
    const read = await reading({ label: labels.common.id, sort });
    expect(read).toEqual({ found: expected.slice(0, 7), missed: 0 });
  }
});

test('of a common label and a rare status, the status selects the candidates', async () => {
  const read = await reading({ label: labels.common.id, status: 'in-progress' });
  expect(read).toEqual({ found: [], missed: 2 });
});

test('bugs of a label are counted even if none of the newest bugs has it', async () => {
  const query = { label: labels.old.id, status: 'open', sort: '-updatedAt', limit: '1' } as const;
  const { headers } = await ada.call(listBugs, { query });
  const all = numbers.filter((number) => labels.old.has(number) && statusOf(number) === 0);
  expect(headers.get('x-total-count')).toBe(String(all.length));
});

test('the bugs of one label are counted up to 10,000', async () => {
  const countOf = async (query: string) =>
    (await ada.call(listBugs, { query: { query, limit: '1' } })).headers.get('x-total-count');
  expect([await countOf('label:rare'), await countOf('label:common')]).toEqual(['6', '10000+']);
});

test('counts by a custom field are exact up to 10,000 for one value, and bounds for several', async () => {
  const { _id: field } = (await admin.call(createCustomField, { body: { name: 'Cost', kind: 'number' } }))
    .body;
  const hasCost = (number: number) => number % 4_000 !== 7;
  await app.store.bulkWrite((tx) =>
    sql`insert into bug_custom_values (bug_id, number, field_id, part, number_value)
      select id, number, ${field}, 0, number % 3 from bugs where number % 4000 <> 7`.execute(tx),
  );
  const countOf = async (query: string) =>
    (await ada.call(listBugs, { query: { query, limit: '1' } })).headers;
  expect((await countOf('cost:1')).get('x-total-count')).toBe('10000+');
  expect(isCountOf(await countOf('cost:none'), numbers.filter((number) => !hasCost(number)).length)).toBe(
    true,
  );
  const both = numbers.filter((number) => hasCost(number) && number % 3 > 0 && statusOf(number) === 0);
  expect(isCountOf(await countOf('cost:>0 status:open'), both.length)).toBe(true);
  for (const [query, isSelected] of [
    ['cost:1', (number) => number % 3 === 1],
    ['cost:1 status:open sort:created', (number) => number % 3 === 1 && statusOf(number) === 0],
    ['cost:0 label:common -label:old', (number) => number % 3 === 0 && !labels.old.has(number)],
    ['cost:1 (label:common OR status:open)', (number) => number % 3 === 1 && statusOf(number) === 0],
    ['cost:1 hay', (number) => number % 3 === 1],
  ] satisfies [string, (number: number) => boolean][]) {
    const all = numbers.filter((number) => hasCost(number) && isSelected(number));
    const expected = query.includes('sort:') ? all : all.toReversed();
    const first = await ada.call(listBugs, { query: { query, limit: '7' } });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await ada.call(listBugs, { query: { query, limit: '7', cursor } });
    expect([...first.body, ...second.body].map(({ number }) => number)).toEqual(expected.slice(0, 14));
    expect(isCountOf(first.headers, expected.length)).toBe(true);
  }
});

test.each<[string, (number: number) => boolean]>([
  ['label:old', labels.old.has],
  ['label:old sort:-updated', labels.old.has],
  ['-label:old sort:updated', (number) => !labels.old.has(number)],
  [
    'label:common,rare status:open',
    (number) => (labels.common.has(number) || labels.rare.has(number)) && statusOf(number) === 0,
  ],
])('%s says how many bugs there are, or that there are more', async (query, isSelected) => {
  const { headers } = await ada.call(listBugs, { query: { query, limit: '1' } });
  expect(isCountOf(headers, numbers.filter(isSelected).length)).toBe(true);
});

test('filters with too many combinations to read in parts match a full scan', async () => {
  const others = Array.from({ length: 7 }, () => newId());
  const query = `assignee:none,${others.join(',')} reporter:${[ada._id, ...others].join(',')}`;
  for (const sort of ['-createdAt', '-updatedAt'] as const) {
    const filters = { status: 'open,resolved', priority: 'low,high', sort, limit: '3' };
    const { status, headers, body } = await ada.call(listBugs, { query: { query, ...filters } });
    expect(status).toBe(200);
    const expected = numbers.filter((number) => statusOf(number) !== 1).toSorted(orders[sort]);
    expect(body.map(({ number }) => number)).toEqual(expected.slice(0, 3));
    expect(isCountOf(headers, expected.length)).toBe(true);
  }
});
