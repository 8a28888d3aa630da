import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import type { Tx } from '#server/db/schema.ts';
import { beforeCommit, lastBeforeCommit } from '#server/db/transaction.ts';
import { atEnd } from '#server/test/at-end.ts';
import { testDatabase } from '#server/test/database.ts';

const store = await openDatabase(await testDatabase('postgres'), { exclusive: true });
atEnd(() => store.close());
await store.write((tx) => sql`create table added (n integer primary key)`.execute(tx));
beforeEach(() => store.write((tx) => sql`truncate added`.execute(tx)));

const insert = (tx: Tx, n: number) => sql`insert into added values (${n})`.execute(tx);

/** Adds a number, as a unit of work that shares its commit. Returns the number of the transaction. */
function add(n: number, { refused = false } = {}): Promise<string | undefined> {
  return store.write(
    async (tx) => {
      beforeCommit(tx, insert(tx, n));
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id() as id`.execute(tx);
      if (refused) throw new Error(`${n} is refused`);
      return rows[0]?.id;
    },
    { sharesCommit: true },
  );
}

async function added(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from added order by n`.execute(store.db);
  return rows.map(({ n }) => n);
}

test('units of work that arrive at the same time share a transaction', async () => {
  const transactions = await Promise.all([1, 2, 3, 4, 5].map((n) => add(n)));
  expect(new Set(transactions).size).toBe(1);
  expect(await added()).toEqual([1, 2, 3, 4, 5]);
});

test('units of work take their last row locks in one common order', async () => {
  const sent: string[] = [];
  const last = (row?: string) =>
    store.write(
      async (tx) => {
        const send = async () => void sent.push(row ?? 'none');
        lastBeforeCommit(tx, send, row);
        const { rows } = await sql<{ id: string }>`select pg_current_xact_id() as id`.execute(tx);
        return rows[0]?.id;
      },
      { sharesCommit: true },
    );
  const transactions = await Promise.all([last('b'), last(), last('c'), last('a'), last()]);
  expect(new Set(transactions).size).toBe(1);
  expect(sent).toEqual(['a', 'b', 'c', 'none', 'none']);
});

test('one that is refused leaves nothing, and the others are stored once', async () => {
  const all = [add(1), add(2, { refused: true }), add(3), add(3), add(4)];
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { message: '2 is refused' } },
    { reason: { code: '23505' } },
  ]);
  expect(await added()).toEqual([1, 3, 4]);
});

test('a unit that fails before its first statement leaves the other units intact', async () => {
  const gone = store.write(
    () => {
      throw new Error('gone');
    },
    { sharesCommit: true },
  );
  const outcomes = await Promise.allSettled([add(1), gone, add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await added()).toEqual([1, 2]);
});

test('a broken connection fails all units of its transaction without retrying them', async () => {
  let runs = 0;
  const broken = [1, 2, 3].map((n) =>
    store.write(
      async (tx) => {
        runs += 1;
        await insert(tx, n);
        if (n === 3) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      },
      { sharesCommit: true },
    ),
  );
  const outcomes = await Promise.allSettled(broken);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect([runs, await added()]).toEqual([3, []]);
});

test('units of work that wait for a lock do not delay later ones', async () => {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = store.write(async (tx) => {
    for (const n of [1, 2, 3]) await insert(tx, n);
    held.resolve();
    await free.promise;
    throw new Error('given up');
  });
  await held.promise;
  // One for each transaction that may run concurrently.
  const waiting = [];
  for (const n of [1, 2, 3]) {
    waiting.push(add(n));
    await expect.poll(locked, { timeout: 30_000 }).toBe(n);
  }
  await Promise.all([add(4), add(5)]);
  expect(await added()).toEqual([4, 5]);
  free.resolve();
  await expect(holding).rejects.toThrow('given up');
  await Promise.all(waiting);
  expect(await added()).toEqual([1, 2, 3, 4, 5]);
});

async function locked(): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db);
  return Number(rows[0]?.n);
}
