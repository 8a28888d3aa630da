import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/test/database.ts';
import { engineOf } from './dialect.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

/** Longer than any caller waits for an answer of PostgreSQL. */
const long = 2_500;
const url = await testDatabase();
const store = await openDatabase(url, { exclusive: false });
const other = await openDatabase(url, { exclusive: false });
afterAll(() => Promise.all([store.close(), other.close()]));

test('a start waits for the migration of another instance, however long that takes', async () => {
  const { promise: isUnderWay, resolve } = Promise.withResolvers<void>();
  const events: string[] = [];
  const migrating = other.writeInBulk(async (tx) => {
    for (const statement of engineOf(tx).beforeMigrating) await statement.execute(tx);
    resolve();
    await sleep(long);
    events.push('migrated');
  });
  await isUnderWay;
  await migrate(store);
  events.push('started');
  await migrating;
  expect(events).toEqual(['migrated', 'started']);
});

test('when five hundred wait for a connection, whoever comes next is told at once that it is busy', async () => {
  const nap = sql`select pg_sleep(1)`;
  const crowd = Promise.all(Array.from({ length: 10 }, () => store.write((tx) => nap.execute(tx))));
  const napping = sql<{ n: string }>`
    select count(*) as n from pg_stat_activity where state = 'active' and query = 'select pg_sleep(1)'`;
  const count = async () => Number((await napping.execute(other.db)).rows[0]?.n);
  await expect.poll(count, { interval: 10 }).toBe(10);
  const waiting = Promise.all(Array.from({ length: 500 }, () => sql`select 1`.execute(store.db)));
  // Each takes its place in the queue a moment after it was asked for.
  await sleep(100);
  const failure = await sql`select 1`.execute(store.db).then(
    () => 'none',
    (error: unknown) => engineOf(store.db).failure(error),
  );
  expect(failure).toBe('busy');
  await crowd;
  expect(await waiting).toHaveLength(500);
});

test('a statement of a migration takes as long as it takes, where a caller’s is given up', async () => {
  const slow = sql`select pg_sleep(${sql.lit(long / 1000)})`;
  await expect(store.write((tx) => slow.execute(tx))).rejects.toThrow(/statement timeout|does not answer/);
  await expect(store.writeInBulk((tx) => slow.execute(tx))).resolves.toBeDefined();
});
