import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema, Tx } from '#server/db/schema.ts';
import { testApp } from '#server/test/harness.ts';
import type { Kysely } from 'kysely';
import { engineOf } from './dialect.ts';
import { SqliteFile, checkSqliteVersion } from './sqlite-file.ts';

const { store } = await testApp();

const aUser = { id: 'u', name: 'U', email: 'u@x.y', email_key: 'u@x.y', password_hash: '$argon2id$', role: 'user', created_at: 'now' } as const;

async function failureOf(work: (tx: Tx) => Promise<unknown>) {
  return store.write(work).then(
    () => 'none',
    (error: unknown) => engineOf(store.db).failure(error) ?? String((error as Error).message),
  );
}

test('what fails within a transaction leaves nothing of it behind', async () => {
  const twice = async (tx: Tx) => {
    await tx.insertInto('users').values(aUser).execute();
    await tx.insertInto('users').values(aUser).execute();
  };
  expect(await failureOf(twice)).toBe('unique');
  expect(await store.db.selectFrom('users').selectAll().execute()).toEqual([]);
});

test('a write outside a transaction is refused by the connection that reads', async () => {
  const db = store.db as Kysely<Schema>;
  await expect(db.insertInto('users').values(aUser).execute()).rejects.toThrow('attempt to write a readonly database');
});

test('reads do not wait for a transaction that is under way, and do not see it', async () => {
  const { promise: read, resolve } = Promise.withResolvers<unknown[]>();
  await store.write(async (tx) => {
    await tx.insertInto('users').values(aUser).execute();
    resolve(await store.db.selectFrom('users').selectAll().execute());
  });
  expect(await read).toEqual([]);
  expect(await store.db.selectFrom('users').select('id').execute()).toEqual([{ id: 'u' }]);
});

test('transactions that begin at once run one after another', async () => {
  const counter = () =>
    store.write(async (tx) => {
      const { name } = await tx.selectFrom('users').select('name').where('id', '=', 'u').executeTakeFirstOrThrow();
      await tx.updateTable('users').set({ name: `${name}+` }).where('id', '=', 'u').execute();
    });
  await Promise.all(Array.from({ length: 50 }, counter));
  const { name } = await store.db.selectFrom('users').select('name').executeTakeFirstOrThrow();
  expect(name).toBe(`U${'+'.repeat(50)}`);
});

test.each([
  ['text in a number', sql`update users set created_at = x'00' where id = 'u'`, /cannot store BLOB/],
  ['an unknown role', sql`update users set role = 'root'`, /CHECK/],
  ['a password that is not hashed', sql`update users set password_hash = 'secret'`, /CHECK/],
  ['a session of nobody', sql`insert into sessions values (${'a'.repeat(64)}, 'nobody', 'now', 'now')`, /reference/],
])('the schema refuses %s', async (_, statement, expected) => {
  expect(await failureOf((tx) => statement.execute(tx))).toMatch(expected);
});

test('every connection is as durable as it was told to be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-pragmas-'));
  const file = new SqliteFile(join(folder, 'x.db'), { readOnly: false });
  const pragma = (name: string) => Object.values(file.run(`PRAGMA ${name}`, []).rows[0] ?? {})[0];
  expect(['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'trusted_schema'].map(pragma)).toEqual(['wal', 2, 1, 2000, 0]);
  file.close();
  await rm(folder, { recursive: true });
});

test.each(['3.7.0', '3.51.2', '3.50.7', '2.99.99'])('SQLite %s, which can corrupt a file, is refused', (version) => {
  expect(() => checkSqliteVersion(version)).toThrow('3.51.3 or later');
});

test.each(['3.51.3', '3.53.4', '4.0.0'])('SQLite %s is taken', (version) => {
  expect(() => checkSqliteVersion(version)).not.toThrow();
});
