import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/test/database.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { defaultConnections } from '#server/engine/store.ts';
import { maxLongReads } from './open.ts';
import { migrate } from '#server/engine/migrate.ts';
import { refold } from '#server/engine/refold.ts';
import { openDatabase } from '#server/engine/open.ts';

/** Longer than any caller waits for PostgreSQL. */
const long = 2_500;
const url = await testDatabase();
const store = await openDatabase(url, { exclusive: false });
const other = await openDatabase(url, { exclusive: false });
afterAll(() => Promise.all([store.close(), other.close()]));

test('a start waits for the migration of another instance, however long that takes', async () => {
  const { promise: isUnderWay, resolve } = Promise.withResolvers<void>();
  const events: string[] = [];
  const migrating = other.bulkWrite(async (tx) => {
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

test('a start waits for the renewal of stored texts by another instance, too', async () => {
  const left = { name: 'bugs to fold', value: 1 } as const;
  await store.write((tx) => tx.insertInto('counters').values(left).execute());
  const { promise: isUnderWay, resolve } = Promise.withResolvers<void>();
  const folding = other.bulkWrite(async (tx) => {
    for (const statement of engineOf(tx).beforeMigrating) await statement.execute(tx);
    await tx.updateTable('counters').set({ value: 0 }).where('name', '=', left.name).execute();
    resolve();
    await sleep(long);
  });
  await isUnderWay;
  await refold(store, () => {});
  await folding;
  const counters = store.db.selectFrom('counters').select('name').where('name', '=', left.name);
  expect(await counters.execute()).toEqual([]);
});

/** Takes one of the pool's connections and keeps it in use until `until.isOver`, also after errors. */
async function takeConnection(onTaken: () => void, until: { isOver: boolean }): Promise<void> {
  while (!until.isOver) {
    const holding = store.write(async (tx) => {
      onTaken();
      for (; !until.isOver; await sleep(20)) await sql`select 1`.execute(tx);
    });
    await holding.catch(() => {});
  }
}

test('a caller is refused as busy when a thousand already wait for a connection', async () => {
  const until = { isOver: false };
  const outcome = () =>
    sql`select 1`.execute(store.db).then(
      () => 'answered',
      (error: unknown) => engineOf(store.db).failure(error),
    );
  const all: Promise<void>[] = [];
  const allTaken = Array.from(
    { length: defaultConnections - maxLongReads },
    () => new Promise<void>((resolve) => void all.push(takeConnection(resolve, until))),
  );
  await Promise.all(allTaken);
  const waiting = Array.from({ length: 1_000 }, outcome);
  expect(await outcome()).toBe('busy');
  until.isOver = true;
  await Promise.all(all);
  expect(await Promise.all(waiting)).toEqual(Array(1_000).fill('answered'));
});

test(
  'callers that wait for a connection get one while PostgreSQL answers others',
  { tags: ['slow'] },
  async () => {
    // Together they take more than twice the maximum wait for an answer.
    const naps = Array.from({ length: 400 }, (_, i) =>
      sql`select pg_sleep(${sql.lit(0.05 + (i % 10) / 100)})`.execute(store.db),
    );
    expect(await Promise.all(naps)).toHaveLength(400);
  },
);

test('a statement of bulk work has no timeout, others have one', { tags: ['slow'] }, async () => {
  const slow = sql`select pg_sleep(${sql.lit(long / 1000)})`;
  await Promise.all([
    expect(store.write((tx) => slow.execute(tx))).rejects.toThrow(/statement timeout|does not answer/),
    expect(store.bulkWrite((tx) => slow.execute(tx))).resolves.toBeDefined(),
  ]);
});

test('a transaction aborted by deadlock detection is retried, and both succeed', async () => {
  await store.write((tx) => sql`create table two (n integer primary key, value integer)`.execute(tx));
  await store.write((tx) => sql`insert into two values (1, 0), (2, 0)`.execute(tx));
  const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  // Detected long before the statement times out, however busy the machine is; by default it takes a second.
  const detectEarly = sql`select case when has_parameter_privilege('deadlock_timeout', 'set')
    then set_config('deadlock_timeout', '20ms', true) end`;
  const countUp = (first: 1 | 2) =>
    store.write(async (tx) => {
      await detectEarly.execute(tx);
      const lock = (n: number) => sql`update two set value = value + 1 where n = ${n}`.execute(tx);
      await lock(first);
      met[first - 1]?.resolve();
      await Promise.all(met.map(({ promise }) => promise));
      await lock(3 - first);
    });
  await Promise.all([countUp(1), countUp(2)]);
  const { rows } = await sql<{ value: number }>`select value from two`.execute(store.db);
  expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
});
