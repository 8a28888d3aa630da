import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listBugs } from '#contract/bugs.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import { seed } from '#server/seed.ts';
import { testApp } from './harness.ts';

const bugs = 250;
const now = new Date('2026-11-22T12:00:00Z');
const ways = { 'in parts': { atOnceFrom: Infinity }, 'at once': { atOnceFrom: 0 } };

/** The rows of a query as one text each, in order. */
async function rowsOf(db: Db, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows
    .map((row) =>
      Object.values(row as object)
        .map(String)
        .join(' '),
    )
    .toSorted();
}

const indicesOf = (db: Db) => rowsOf(db, engineOf(db).indices);

/** What is in the bugs, but for ids. */
const contentOf = (db: Db) =>
  rowsOf(
    db,
    sql`select number, title, description, title_fold, description_fold, status, priority, version, created_at, updated_at,
      (select email from users where id = created_by) as creator, (select email from users where id = assigned_to) as assignee
      from bugs`,
  );

test.each(Object.entries(ways))(
  'what is counted and found of bugs that are seeded %s',
  async (_, options) => {
    const { store, user } = await testApp();
    const { db } = store;
    const indices = await indicesOf(db);
    await seed(store, { bugs, users: 3 }, now, options);
    const ann = await user();

    const groups = [
      sql`'all'`,
      sql`'by:' || created_by`,
      sql`'to:' || coalesce(cast(assigned_to as text), 'none')`,
    ];
    const counted = groups.map(
      (group) => sql`select ${group} as "of", status, priority, count(*) as bugs from bugs group by 1, 2, 3`,
    );
    expect(await rowsOf(db, sql`select "of", status, priority, bugs from bug_counts where bugs > 0`)).toEqual(
      await rowsOf(db, sql`${sql.join(counted, sql` union all `)}`),
    );
    expect(await rowsOf(db, sql`select bug_id, at from resolutions`)).toEqual(
      await rowsOf(db, sql`select id, updated_at from bugs where status = 2`),
    );
    const { dayOf } = engineOf(db);
    expect(
      await rowsOf(db, sql`select day, opened, resolved from bug_days where opened + resolved > 0`),
    ).toEqual(
      await rowsOf(
        db,
        sql`select day, sum(opened) as opened, sum(resolved) as resolved from (
        select ${dayOf('created_at')} as day, 1 as opened, 0 as resolved from bugs
        union all select ${dayOf('at')}, 0, 1 from resolutions) as happenings group by day`,
      ),
    );
    expect(await indicesOf(db)).toEqual(indices);
    const found = await ann.call(listBugs, { query: { q: 'customer 1234' } });
    expect(found.body.map(({ number }) => number)).toEqual([235]);

    // Again, behind those that are there.
    await seed(store, { bugs: 5, users: 3 }, now, options);
    const all = await ann.call(listBugs, { query: {} });
    expect(all.body.map(({ number }) => number)).toEqual(
      Array.from({ length: bugs + 5 }, (_none, i) => bugs + 5 - i),
    );
  },
);

test('the bugs are the same however they are added', async () => {
  const contents = [];
  for (const options of Object.values(ways)) {
    const { store } = await testApp();
    await seed(store, { bugs, users: 3 }, now, options);
    contents.push(await contentOf(store.db));
  }
  expect(contents[0]).toHaveLength(bugs);
  expect(contents[1]).toEqual(contents[0]);
});
