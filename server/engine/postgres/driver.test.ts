import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/engine/migrate.ts';
import { nextBug } from '#server/engine/bugs/bugs.ts';
import { recordChange } from '#server/engine/changes.ts';
import { openDatabase } from '#server/engine/open.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import { atEnd } from '#server/test/at-end.ts';
import { testDatabase } from '#server/test/database.ts';

const url = await testDatabase('postgres');
const store = await openDatabase(url, { exclusive: true });
atEnd(() => store.close());
await migrate(store);

const counter = () =>
  store.db.selectFrom('counters').select('value').where('name', '=', 'bugs').executeTakeFirstOrThrow();

async function waitsForLock(): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db);
  return Number(rows[0]?.n);
}

test('pipelined statements run in the order of their calls', async () => {
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

test('a transaction fails with the error of the statement that failed first', async () => {
  const before = await counter();
  const failing = store.write(async (tx) => {
    beforeCommit(tx, tx.updateTable('counters').set({ value: 99 }).where('name', '=', 'bugs').execute());
    beforeCommit(tx, sql`select 1 / 0`.execute(tx));
    // PostgreSQL refuses it, because the one before failed.
    await tx.selectFrom('counters').select('value').execute();
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await counter()).toEqual(before);
});

test('a refused transaction rolls back a write that still waits for begin', async () => {
  const before = await counter();
  const refused = store.write(async (tx) => {
    beforeCommit(tx, tx.updateTable('counters').set({ value: 77 }).where('name', '=', 'bugs').execute());
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await counter()).toEqual(before);
});

test('a change that is committed while others are being numbered is soon numbered, too', async () => {
  const change = { kind: 'bug', id: randomUUID(), version: 1 } as const;
  // Another transaction holds the counter, so that the first change is still being numbered when the second is
  // committed.
  const held = Promise.withResolvers<void>();
  const holding = store.write(async (tx) => {
    await sql`select value from counters where name = 'changes' for update`.execute(tx);
    await held.promise;
  });
  await store.write(async (tx) => recordChange(tx, change));
  await expect.poll(waitsForLock, { timeout: 30_000 }).toBe(1);
  await store.write(async (tx) => recordChange(tx, change));
  held.resolve();
  await holding;
  const waiting = () => store.db.selectFrom('outbox').select('position').execute();
  // Nothing else wakes the sequencer: this store does not poll.
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
});

test('a transaction keeps its first error when a later statement runs twice', async () => {
  const own = await openDatabase(url, { exclusive: true, connections: 1, preparesStatements: true });
  const failing = own.write(async (tx) => {
    beforeCommit(tx, sql`select 1 / 0`.execute(tx));
    beforeCommit(tx, nextBug(tx, new Date()));
    beforeCommit(tx, nextBug(tx, new Date()));
  });
  await expect(failing).rejects.toThrow('division by zero');
  const { number } = await own.write((tx) => nextBug(tx, new Date()));
  expect(number).toBeGreaterThan(0);
  await own.close();
});

test('no statement is prepared on the server if the setting turns that off', async () => {
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
