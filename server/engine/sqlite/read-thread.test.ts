import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { engineOf } from '#server/engine/dialect.ts';
import { openDatabase } from '#server/engine/open.ts';
import { SqliteReadThread } from './read-thread.ts';

const folder = await mkdtemp(join(tmpdir(), 'katydid-read-thread-'));
const path = join(folder, 'k.db');
const store = await openDatabase(`file:${path}`, { exclusive: true });
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** A statement that generates this many rows before it answers. */
const counting = (to: number) =>
  `with recursive n (n) as (select 1 union all select n + 1 from n where n < ${to}) select count(*) as n from n`;
const long = 2_000_000;

async function opened(): Promise<SqliteReadThread> {
  const thread = new SqliteReadThread(path);
  afterAll(() => thread.destroy());
  await thread.run('select 1', []);
  return thread;
}

test('a long read delays neither the event loop nor other reads', async () => {
  const events: string[] = [];
  const reading = sql.raw(counting(long)).execute(store.longReads);
  const read = reading.then(() => events.push('long'));
  for (let turns = 0; turns < 10; turns += 1) {
    await nextIteration();
    await sql`select 1`.execute(store.db);
    events.push('short');
  }
  await read;
  expect(events).toEqual([...Array<string>(10).fill('short'), 'long']);
  expect((await reading).rows).toEqual([{ n: long }]);
});

test('a long read sees what was committed before it began', async () => {
  await store.write((tx) => sql`create table seen (n integer primary key)`.execute(tx));
  for (let n = 1; n <= 5; n += 1) {
    await store.write((tx) => sql`insert into seen values (${n})`.execute(tx));
    expect((await sql`select max(n) as n from seen`.execute(store.longReads)).rows).toEqual([{ n }]);
  }
});

test('a long read cannot write, and fails with the errors of the database', async () => {
  const writing = sql`create table no (n integer)`.execute(store.longReads);
  await expect(writing).rejects.toThrow(/readonly/);
  const error = await sql`select * from nowhere`.execute(store.longReads).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ message: 'no such table: nowhere', errcode: 1 });
});

test('statements run in the order in which they arrive, except those that are cancelled', async () => {
  const thread = await opened();
  const done: number[] = [];
  const givenUp = new AbortController();
  const all = [1, 2, 3, 4].map((n) =>
    thread
      .run(
        n === 2 ? 'insert into seen values (99)' : counting(10_000),
        [],
        n === 2 ? { signal: givenUp.signal } : {},
      )
      .then(
        () => done.push(n),
        (error: unknown) => error,
      ),
  );
  givenUp.abort('given up');
  const outcomes = await Promise.all(all);
  // SQLite would have refused it if it had been run.
  expect(outcomes[1]).toBe('given up');
  expect(done).toEqual([1, 3, 4]);
});

test('statements are scheduled fairly by caller', async () => {
  const thread = await opened();
  const done: string[] = [];
  const callers = ['ada', 'ada', 'ada', 'ada', 'ada', 'ben', 'ben'];
  await Promise.all(
    callers.map(async (caller) => {
      await thread.run('select 1', [], { caller });
      done.push(caller);
    }),
  );
  // The first one starts before any other arrives.
  expect(done).toEqual(['ada', 'ada', 'ben', 'ada', 'ben', 'ada', 'ada']);
});

test('if too many statements wait, those of the caller with the most are refused', async () => {
  const thread = await opened();
  const waiting = Array.from({ length: 1_001 }, () => thread.run('select 1', [], { caller: 'ada' }));
  const outcomes = Promise.allSettled(waiting);
  expect(await thread.run('select 2 as n', [], { caller: 'ben' })).toEqual([{ n: 2 }]);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(1);
});

test('a statement is refused as busy while a thousand others wait', async () => {
  const thread = await opened();
  const waiting = Array.from({ length: 1_001 }, () => thread.run('select 1', []));
  const error = await thread.run('select 1', []).catch((cause: unknown) => cause);
  expect(engineOf(store.db).failure(error)).toBe('busy');
  expect(await Promise.all(waiting)).toHaveLength(1_001);
});

test('statements that have not finished when the thread is destroyed are rejected', async () => {
  const thread = await opened();
  const waiting = [thread.run(counting(100_000), []), thread.run('select 1', [])];
  const outcomes = Promise.allSettled(waiting);
  await thread.destroy();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
