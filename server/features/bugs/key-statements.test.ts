import { expect, test } from 'vitest';
import { testApp } from '#server/test/harness.ts';
import { buildCandidates, buildKeys } from './key-statements.ts';
import { type Values, statementFor } from './list-statement.ts';

const { store } = await testApp();

test('an index search by number is ordered by nothing but the number', () => {
  const { shape, given } = statementFor(
    { filters: {}, terms: ['text'], inComments: false, part: undefined, number: undefined, sort: undefined },
    { way: 'index', match: '"tex" AND "ext"', needles: ['text'] },
  );
  const values: Values = { ...given, key: 0, number: 0, limit: 50 };
  for (const build of [buildKeys, buildCandidates]) {
    const { sql } = build(store.db, new Map(), (name) => values[name], {
      ...shape,
      sort: undefined,
      place: 'first',
    }).compile();
    const orders = sql.match(/order by .*?(?= limit|$)/g) ?? [];
    expect([...new Set(orders)]).toEqual(['order by "bugs"."number" desc']);
  }
});
