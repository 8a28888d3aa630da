import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { nextBug } from '#server/db/bug-numbers.ts';
import { openDatabase } from '#server/db/open.ts';
import { beforeCommit } from '#server/db/transaction.ts';
import { atEnd } from '#server/test/at-end.ts';
import { testDatabase } from '#server/test/database.ts';

const url = await testDatabase('postgres');
const store = await openDatabase(url, { exclusive: true });
atEnd(() => store.close());
await migrate(store);

const counter = () =>
  store.db.selectFrom('counters').select('value').where('name', '=', 'bugs').executeTakeFirstOrThrow();

test('pipelined statements are executed in the order of their calls, writes before the answer to begin included', async () => {
  const read = await store.write(async (tx) => {
    const add = tx
      .updateTable('counters')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .where('name', '=', 'bugs');
    for (let i = 0; i < 5; i += 1) beforeCommit(tx, add.execute());
    return tx.selectFrom('counters').select('value').where('name', '=', 'bugs').executeTakeFirstOrThrow();
  });
  expect([read, await counter()]).toEqual([{ value: 5 }, { value: 5 }]);
});

test('a transaction fails with the error of the statement that failed first, and leaves nothing behind', async () => {
  const before = await counter();
  const failing = store.write(async (tx) => {
    beforeCommit(tx, tx.updateTable('counters').set({ value: 99 }).where('name', '=', 'bugs').execute());
    beforeCommit(tx, sql`select 1 / 0`.execute(tx));
    // PostgreSQL refuses it, as the one before has failed.
    await tx.selectFrom('counters').select('value').execute();
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await counter()).toEqual(before);
});

test('without prepared statements, the server has none', async () => {
  const count = sql<{ n: string }>`select count(*) as n from pg_prepared_statements`;
  const counts = [];
  for (const preparesStatements of [true, false]) {
    const own = await openDatabase(url, { exclusive: true, connections: 1, preparesStatements });
    await own.write((tx) => nextBug(tx, new Date()));
    counts.push(Number((await own.write((tx) => count.execute(tx))).rows[0]?.n));
    await own.close();
  }
  expect(counts).toEqual([1, 0]);
});
