import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { listBugs } from '#contract/bugs/bugs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import type { StoredChange } from '#server/extensions/stored-change.ts';
import { seed } from '#server/seed/seed.ts';
import { testApp } from './harness.ts';

const bugs = 250;
const now = new Date('2026-11-22T12:00:00Z');
const ways = { 'in parts': { atOnceFrom: Infinity }, 'at once': { atOnceFrom: 0 } };

/** The rows of a query, each as one text, in order. */
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

/** The content of the bugs without ids. */
const contentOf = (db: Db) =>
  rowsOf(
    db,
    sql`select number, title, description, title_fold, description_fold, status, priority, version, created_at, updated_at,
      (select email from users where id = created_by) as creator, (select email from users where id = assigned_to) as assignee
      from bugs`,
  );

/** The history of all bugs, without ids. */
const historyOf = (db: Db) =>
  rowsOf(
    db,
    sql`select number, history.version, at, email,
      case when changes like '%"assignedTo"%' then 'assigned' else changes end
      from history join bugs on bugs.id = bug_id join users on users.id = changed_by`,
  );

test.each(Object.entries(ways))(
  'the counts, changes and searches are right for bugs that are seeded %s',
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
    // Each bug has the values of its last changes, and each change is later than the filing and the previous change.
    const led = await db
      .selectFrom('bugs')
      .innerJoin('history', 'bug_id', 'bugs.id')
      .select(['bug_id', 'bugs.version', 'created_at', 'updated_at', 'status', 'priority', 'assigned_to'])
      .select(['history.version as led', 'at', 'changes', 'changed_by', 'created_by'])
      .orderBy('bug_id')
      .orderBy('led')
      .execute();
    const changed = Map.groupBy(led, ({ bug_id }) => bug_id);
    for (const entries of changed.values()) {
      const [bug] = entries;
      if (!bug) continue;
      expect(entries.map((entry) => entry.led)).toEqual(entries.map((_entry, i) => i + 2));
      expect([bug.version, bug.updated_at]).toEqual([entries.length + 1, entries.at(-1)?.at]);
      const times = [bug.created_at, ...entries.map(({ at }) => at)];
      expect(times.toSorted()).toEqual(times);
      const state: Record<string, unknown> = {
        status: statuses[bug.status],
        priority: priorities[bug.priority],
        assignedTo: bug.assigned_to,
      };
      for (const { changes } of entries.toReversed())
        for (const { field, from, to } of JSON.parse(changes) as StoredChange[]) {
          expect(state[field]).toBe(to);
          state[field] = from;
        }
      expect(state['status']).toBe('open');
    }
    expect(led.some(({ changed_by, created_by }) => changed_by !== created_by)).toBe(true);
    const unchanged = await db.selectFrom('bugs').select('id').where('version', '=', 1).execute();
    expect(unchanged.length).toBe(bugs - changed.size);
    expect(await rowsOf(db, sql`select bug_id, comments from bug_comments`)).toEqual(
      await rowsOf(db, sql`select bug_id, count(*) from comments group by bug_id`),
    );
    const commented = sql`select 1 from comments join bugs on bugs.id = bug_id where comments.created_at >= bugs.created_at`;
    expect((await rowsOf(db, commented)).length).toBe(
      (await rowsOf(db, sql`select id from comments`)).length,
    );
    // Filed over half a year, by users who existed before.
    const filed = (await ann.call(listBugs, { query: {} })).body.map(({ createdAt }) => createdAt);
    const months = new Set(filed.map((at) => at.slice(0, 7)));
    expect([...months].toSorted()).toEqual(
      ['05', '06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}`),
    );
    const late = await db
      .selectFrom('users')
      .innerJoin('bugs', 'created_by', 'users.id')
      .whereRef('users.created_at', '>', 'bugs.created_at')
      .select('bugs.id')
      .execute();
    expect(late).toEqual([]);
    expect(await indicesOf(db)).toEqual(indices);
    const found = await ann.call(listBugs, { query: { q: 'customer 1234' } });
    expect(found.body.map(({ number }) => number)).toEqual([235]);

    // Seeds again, after the existing bugs.
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
    contents.push([await contentOf(store.db), await historyOf(store.db)]);
  }
  expect(contents[0]?.[0]).toHaveLength(bugs);
  expect(contents[1]).toEqual(contents[0]);
});
