import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from '#server/db/schema.ts';
import { testApp } from '#server/test/harness.ts';
import { SqliteFile, checkSqliteVersion } from './sqlite-file.ts';

const { store } = await testApp();

test('a write outside a transaction is refused by the connection that reads', async () => {
  const db = store.db as Kysely<Schema>;
  await expect(db.deleteFrom('users').execute()).rejects.toThrow('attempt to write a readonly database');
});

test('a column takes only values of its type', async () => {
  const wrong = sql`insert into counters values ('bugs2', 'many')`;
  await expect(store.write((tx) => wrong.execute(tx))).rejects.toThrow(
    'cannot store TEXT value in INTEGER column',
  );
});

test('transactions that begin at once run one after another', async () => {
  const count = () =>
    store.write(async (tx) => {
      const counter = await tx
        .selectFrom('counters')
        .select('value')
        .where('name', '=', 'bugs')
        .executeTakeFirst();
      const value = (counter?.value ?? 0) + 1;
      await tx.updateTable('counters').set({ value }).where('name', '=', 'bugs').execute();
    });
  await Promise.all(Array.from({ length: 50 }, count));
  const counters = await store.db.selectFrom('counters').selectAll().orderBy('name').execute();
  expect(counters.map(({ name, value }) => ({ name, value }))).toEqual([
    { name: 'bugs', value: 50 },
    { name: 'changes', value: 0 },
  ]);
});

test('every connection is as durable as it was told to be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-pragmas-'));
  const file = new SqliteFile(join(folder, 'x.db'), { readOnly: false });
  const pragma = (name: string) => Object.values(file.run(`PRAGMA ${name}`, []).rows[0] ?? {})[0];
  expect(
    ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'trusted_schema'].map(pragma),
  ).toEqual(['wal', 2, 1, 2000, 0]);
  file.close();
  await rm(folder, { recursive: true });
});

test.each(['3.7.0', '3.51.2', '3.50.7', '2.99.99'])(
  'SQLite %s, which can corrupt a file, is refused',
  (version) => {
    expect(() => checkSqliteVersion(version)).toThrow('3.51.3 or later');
  },
);

test.each(['3.51.3', '3.53.4', '4.0.0'])('SQLite %s is taken', (version) => {
  expect(() => checkSqliteVersion(version)).not.toThrow();
});
