import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Kysely, type KyselyPlugin, RawNode } from 'kysely';
import { expect, test, vi } from 'vitest';
import { addRelation } from '#contract/bugs/relations.ts';
import type { Schema } from '#server/engine/schema.ts';
import { SqliteFile } from '#server/engine/sqlite/file.ts';
import { seed } from '#server/seed/seed.ts';
import { testApp } from '#server/test/harness.ts';
import { reachable } from './queries.ts';

const app = await testApp();
const root = await app.user({ role: 'admin' });
await seed(app.store, { bugs: 105, users: 1 }, new Date());
const bugs = await app.store.db
  .selectFrom('bugs')
  .select(['id', 'number', 'created_at'])
  .orderBy('number')
  .execute();

/** Makes each of the first `count` bugs block all later ones of them. */
async function blockAllLater(count: number): Promise<void> {
  const rows = bugs.slice(0, count).flatMap((bug, i) =>
    bugs.slice(i + 1, count).map((other) => ({
      from_id: bug.id,
      kind: 'blocks' as const,
      to_id: other.id,
      created_by: root._id,
      at: other.created_at,
      state_before: null,
    })),
  );
  await app.store.write(async (tx) => {
    await tx.deleteFrom('bug_relations').execute();
    for (let i = 0; i < rows.length; i += 1_000)
      await tx
        .insertInto('bug_relations')
        .values(rows.slice(i, i + 1_000))
        .execute();
  });
}

const search = { kind: 'blocks', way: 'from', limit: 5_001 } as const;

/** How many relations the database reads for the search that `work` causes. */
async function relationsRead(work: () => Promise<unknown>): Promise<number> {
  const run = vi.spyOn(SqliteFile.prototype, 'run');
  await work();
  const [query, parameters] = run.mock.calls.find(([text]) => text.includes('recursive reached')) ?? [];
  run.mockRestore();
  if (query === undefined || parameters === undefined) return mostRowsOfStep();
  const file = new DatabaseSync(app.store.location);
  let count = 0;
  file.function('counted', (_) => (count += 1));
  file.exec('create temp view bug_relations as select * from main.bug_relations where counted(from_id) > 0');
  file.prepare(query).all(...(parameters as SQLInputValue[]));
  file.close();
  return count;
}

interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Step[];
}

/** The highest number of rows of a step in PostgreSQL's plan of the search. */
async function mostRowsOfStep(): Promise<number> {
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => RawNode.create(['explain (analyze, format json) ', ''], [node]),
    transformResult: async ({ result }) => result,
  };
  const rows: unknown[] = await reachable((app.store.db as Kysely<Schema>).withPlugin(explaining), {
    ...search,
    bugId: bugs[0]!.id,
  });
  const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': { Plan: Step }[] }];
  const rowsOf = (step: Step): number[] => [
    step['Actual Rows'] * step['Actual Loops'],
    ...(step.Plans ?? []).flatMap(rowsOf),
  ];
  return Math.max(...plans.flatMap(({ Plan }) => rowsOf(Plan)));
}

test.each([
  [80, (80 * 79) / 2, /^This would be a circle: #\d+ blocks #\d+, which blocks #\d+$/],
  [105, 5_001, /^Too many bugs are connected/],
])('a search among %i bugs reads each relation twice at most', async (count, relations, message) => {
  await blockAllLater(count);
  const read = await relationsRead(async () => {
    const params = { id: bugs[count - 1]!.id };
    const refused = await root.call(addRelation, { params, body: { kind: 'blocks', bug: bugs[0]!.id } });
    expect([refused.status, refused.error.message]).toEqual([400, expect.stringMatching(message)]);
  });
  // Some more to count the relations of the two bugs.
  expect(read).toBeLessThan(2 * relations + 4 * count);
});
