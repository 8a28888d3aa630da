import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

let folder: string;
let umask: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'katydid-private-'));
  umask = process.umask(0);
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true });
});

/** Opens the database, writes to it, and returns the modes of the folder and its files while it is open. */
async function modesOf(data: string, warnings: string[] = []) {
  const onWarning = (line: string) => void warnings.push(line);
  const store = await openDatabase(`file:${join(data, 'katydid.db')}`, { exclusive: true, onWarning });
  await migrate(store);
  const names = ['.', ...(await readdir(data))].toSorted();
  const modes = await Promise.all(
    names.map(async (name) => [name, ((await stat(join(data, name))).mode & 0o777).toString(8)] as const),
  );
  await store.close();
  return Object.fromEntries(modes);
}

const privateFiles = {
  'katydid.db': '600',
  'katydid.db-shm': '600',
  'katydid.db-wal': '600',
  'katydid.db.lock': '600',
};

test('a database is made for its owner alone, in folders for its owner alone', async () => {
  const data = join(folder, 'deeper/data');
  expect(await modesOf(data)).toMatchObject({ '.': '700', ...privateFiles });
  expect((await stat(join(folder, 'deeper'))).mode & 0o777).toBe(0o700);
});

test('existing files that others can read become private, but not their folder', async () => {
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o755 });
  await modesOf(data);
  for (const name of await readdir(data)) await chmod(join(data, name), 0o644);
  const warnings: string[] = [];
  expect(await modesOf(data, warnings)).toMatchObject({ '.': '755', ...privateFiles });
  expect(warnings).toEqual([]);
});
