import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';

let template: Promise<string> | undefined;

/**
 * Creates a migrated SQLite file without data at the path. Each process migrates only one file and copies it, because a
 * migration takes longer than all copies.
 */
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
