import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db, Tx } from '#server/engine/schema.ts';
import { testApp } from '#server/test/harness.ts';
import { engineOf } from './dialect.ts';
import { newId } from './id.ts';
import { type CommitStore, atCommit } from './transaction.ts';

const { store } = await testApp();

const id = '01900000-0000-7000-8000-000000000001';
const aUser = {
  id,
  name: 'U',
  email: 'u@x.y',
  email_key: 'u@x.y',
  password_hash: '$argon2id$',
  role: 'user',
  created_at: '2026-01-01T00:00:00.000Z',
} as const;

async function failureOf(work: (tx: Tx) => Promise<unknown>) {
  return store.write(work).then(
    () => 'none',
    (error: unknown) => engineOf(store.db).failure(error) ?? String((error as Error).message),
  );
}

test('a transaction that fails is rolled back', async () => {
  const twice = async (tx: Tx) => {
    await tx.insertInto('users').values(aUser).execute();
    await tx.insertInto('users').values(aUser).execute();
  };
  expect(await failureOf(twice)).toBe('unique');
  expect(await store.db.selectFrom('users').selectAll().execute()).toEqual([]);
});

test('reads neither wait for an open transaction nor see its writes', async () => {
  const { promise: read, resolve } = Promise.withResolvers<unknown[]>();
  await store.write(async (tx) => {
    await tx.insertInto('users').values(aUser).execute();
    resolve(await store.db.selectFrom('users').selectAll().execute());
  });
  expect(await read).toEqual([]);
  expect(await store.db.selectFrom('users').select('id').execute()).toEqual([{ id }]);
});

test.each([
  ['an unknown role', sql`update users set role = 'root'`, /check/i],
  ['a password that is not hashed', sql`update users set password_hash = 'secret'`, /check/i],
  [
    'a session without a user',
    sql`insert into sessions (token_hash, id, user_id, created_at, last_used_at, device, address) values (${'a'.repeat(64)}, ${id}, ${id.replace('1', '2')}, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '', '')`,
    /reference|invalid/,
  ],
])('the schema refuses %s', async (_, statement, expected) => {
  expect(await failureOf((tx) => statement.execute(tx))).toMatch(expected);
});

test('a read snapshot does not change while others write', async () => {
  const count = async (db: Db) => (await db.selectFrom('invitations').select('secret_hash').execute()).length;
  const invitation = { created_at: aUser.created_at, expires_at: aUser.created_at };
  const before = await count(store.db);
  const [first, second] = await store.readSnapshot(async (view) => {
    const found = await count(view);
    await store.write((tx) =>
      tx
        .insertInto('invitations')
        .values({ id: newId(), secret_hash: 'x', ...invitation })
        .execute(),
    );
    return [found, await count(view)];
  });
  expect([first, second, await count(store.db)]).toEqual([before, before, before + 1]);
});

const addCounter = (tx: Tx, name: string, value = 0) =>
  sql`insert into counters (name, value) values (${name}, ${value})`.execute(tx);

async function counters(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from counters`.execute(store.db);
  return rows.map(({ name }) => name).toSorted();
}

/** A store that adds counters, and notes what it is given. */
function counterStore(name: string, { value = 0, isLast = false } = {}) {
  const given: (readonly string[])[] = [];
  const added: CommitStore<string> = {
    name,
    isLast,
    async write(tx, names) {
      given.push(names);
      written.push(name);
      await Promise.all(names.map((each) => addCounter(tx, each, value)));
    },
  };
  return { ...added, given };
}

let written: string[] = [];

test('a transaction writes the items of each store at once, in the order of names', async () => {
  const [check, late, early] = [counterStore('a', { isLast: true }), counterStore('c'), counterStore('b')];
  written = [];
  await store.write(async (tx) => {
    atCommit(tx, check, 'checked');
    atCommit(tx, late, 'c1');
    atCommit(tx, early, 'b1');
    atCommit(tx, late, 'c2');
  });
  expect([written, late.given]).toEqual([['b', 'c', 'a'], [['c1', 'c2']]]);
  const refused = store.write(async (tx) => {
    atCommit(tx, early, 'b2');
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await counters()).toEqual(['b1', 'bugs', 'c1', 'c2', 'changes', 'checked', 'names']);
});

test('a transaction whose store fails leaves nothing; others in its commit stay', async () => {
  const before = await counters();
  const negative = counterStore('negative', { value: -1 });
  const write = (name: string, isRefused: boolean) =>
    store.write(async (tx) => {
      await addCounter(tx, name);
      if (isRefused) atCommit(tx, negative, `less than ${name}`);
    });
  const outcomes = await Promise.allSettled([write('e', true), write('f', false), write('g', true)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect(await counters()).toEqual([...before, 'f'].toSorted());
});
