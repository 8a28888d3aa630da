import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Store } from '#server/engine/store.ts';
import { openSqlite } from './open.ts';

const folder = await mkdtemp(join(tmpdir(), 'katydid-open-'));
const open = () => openSqlite(`file:${join(folder, 'k.db')}`, { exclusive: false });
const [server, program] = [open(), open()];
afterAll(async () => {
  await Promise.all([server.close(), program.close()]);
  await rm(folder, { recursive: true });
});

const insert = (store: Store) =>
  store.write(async (tx) => void (await sql`insert into numbers values (1)`.execute(tx)));

test('the version grows after a commit by this program or by another one', async () => {
  await program.write(async (tx) => void (await sql`create table numbers (n integer)`.execute(tx)));
  const first = server.version?.() ?? Infinity;
  expect(server.version?.()).toBe(first);
  await insert(server);
  const second = server.version?.() ?? Infinity;
  expect(second).toBeGreaterThan(first);
  await insert(program);
  await nextTurn();
  expect(server.version?.()).toBeGreaterThan(second);
});
