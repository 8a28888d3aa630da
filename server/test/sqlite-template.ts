import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';

let template: Promise<string> | undefined;

/** Makes a migrated SQLite file without data at the path. Each process migrates one, which takes longer than all its copies. */
export async function copyTemplate(path: string): Promise<void> {
  template ??= makeTemplate();
  await copyFile(await template, path);
}

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-template-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'katydid.db');
  const store = await openDatabase(`file:${file}`, { exclusive: true });
  await migrate(store);
  await store.close();
  return file;
}
