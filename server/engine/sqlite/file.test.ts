import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Schema } from '#server/engine/schema.ts';
import { testApp } from '#server/test/harness.ts';
import { SqliteFile, checkSqliteVersion } from './file.ts';

const { store } = await testApp();

test('a write outside a transaction is refused by the connection that reads', async () => {
  const db = store.db as Kysely<Schema>;
  await expect(db.deleteFrom('users').execute()).rejects.toThrow('attempt to write a readonly database');
});

test('a column accepts only values of its type', async () => {
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
    { name: 'names', value: 0 },
  ]);
});

test('every connection has the durability that was set', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-pragmas-'));
  const file = new SqliteFile(join(folder, 'x.db'), { readOnly: false });
  const pragma = (name: string) => Object.values(file.run(`PRAGMA ${name}`, []).rows[0] ?? {})[0];
  expect(
    ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'trusted_schema'].map(pragma),
  ).toEqual(['wal', 2, 1, 2000, 0]);
  file.close();
  await rm(folder, { recursive: true });
});

test('a file whose very first transaction was cut off is used as if it were new', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-cut-'));
  const begun = new DatabaseSync(join(folder, 'begun.db'));
  // More than fits into memory, so that part of it is in the file and its undo data in the journal.
  begun.exec(`PRAGMA cache_size = 1; BEGIN; CREATE TABLE begun (x);
    INSERT INTO begun WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 200)
    SELECT randomblob(4000) FROM c`);
  const path = join(folder, 'cut.db');
  for (const end of ['', '-journal']) await copyFile(join(folder, `begun.db${end}`), `${path}${end}`);
  begun.close();
  const cut = await openDatabase(`file:${path}`, { exclusive: true });
  await migrate(cut);
  expect(await cut.db.selectFrom('users').selectAll().execute()).toEqual([]);
  await cut.close();
  await rm(folder, { recursive: true });
});

test.each(['3.7.0', '3.51.2', '3.50.7', '2.99.99'])(
  'SQLite %s, which can corrupt a file, is refused',
  (version) => {
    expect(() => checkSqliteVersion(version)).toThrow('3.51.3 or later');
  },
);

test.each(['3.51.3', '3.53.4', '4.0.0'])('SQLite %s is accepted', (version) => {
  expect(() => checkSqliteVersion(version)).not.toThrow();
});
