import { expect, test } from 'vitest';
import { testApp } from '#server/test/harness.ts';
import { type Values, buildCount, buildKeys, nothing } from './statements.ts';

const { store } = await testApp();

test('a search by its index is ordered only by number', () => {
  const shape = {
    way: 'index',
    candidates: nothing,
    compared: { ...nothing, texts: 1 },
    sort: undefined,
    place: 'first',
  } as const;
  const values: Values = {
    match: '"tex" AND "ext"',
    among: '[]',
    'text 0': 'text',
    key: 0,
    number: 0,
    limit: 50,
  };
  for (const build of [buildKeys, buildCount]) {
    const { sql } = build(store.db, new Map(), (name) => values[name], shape).compile();
    const orders = sql.match(/order by .*?(?= limit|$)/g) ?? [];
    expect(orders.length).toBeGreaterThan(0);
    for (const order of orders) expect(order).toMatch(/^order by ("bugs"."number"|"found"."key") desc$/);
  }
});
