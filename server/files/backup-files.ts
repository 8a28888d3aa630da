import { open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Report } from '#server/engine/copy/table-sum.ts';
import { type Blob, FileStore } from './file-store.ts';
import { type Proof, type Wanted, copyContents } from './transfer.ts';

/** The suffix of a backup's list of contents, appended to the backup's name. */
const listEnd = '.contents';
/** The suffixes of backups. */
const backupEnds = /\.(katydid\.gz|db|dump)$/;
/**
 * For this time, a list without a backup, or a content without a list, may belong to a backup in progress.
 * Milliseconds.
 */
const unfinished = 86_400_000;

/** The folder beside backups with the contents of their files. All backups in a folder share it. */
export function filesFolderBeside(path: string): string {
  return join(dirname(path), 'katydid-files');
}

/** The store with the contents of a backup's files. */
export function filesBeside(path: string): FileStore {
  return new FileStore(filesFolderBeside(path));
}

/**
 * Saves the contents that no earlier backup has saved beside a backup at `path`, and verifies all of them. The list is
 * written first, so that its contents are not removed together with an older backup.
 */
export async function saveFiles(
  path: string,
  { contents, from }: { contents: readonly Wanted[]; from: FileStore },
  report: Report,
): Promise<Proof> {
  await writeList(path, contents);
  if (contents.length === 0) return { whole: [], lost: [] };
  return copyContents(contents, { from, to: filesBeside(path) }, report);
}

async function writeList(path: string, contents: readonly Blob[]): Promise<void> {
  const handle = await open(path + listEnd, 'w', 0o600);
  try {
    await handle.writeFile(contents.map(({ sha256, size }) => `${sha256} ${size}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames the list with its backup. */
export async function renameList(from: string, to: string): Promise<void> {
  await rename(from + listEnd, to + listEnd);
}

/**
 * Removes lists whose backup is gone, and contents that no list names. Removes no contents while any backup has no
 * list, because that backup's contents are unknown.
 */
export async function removeUnlistedFiles(folder: string, now: Date): Promise<void> {
  const before = now.getTime() - unfinished;
  const names = new Set(await readdir(folder));
  const isListed = (name: string) => !backupEnds.test(name) || names.has(name + listEnd);
  const listed = new Set<string>();
  for (const name of names) {
    if (!name.endsWith(listEnd)) continue;
    const path = join(folder, name);
    const isOrphan = !names.has(basename(name, listEnd));
    if (isOrphan && (await isOlder(path, before))) await rm(path, { force: true });
    else for (const sha256 of await hashesIn(path)) listed.add(sha256);
  }
  const store = filesBeside(join(folder, 'any'));
  await store.removeLeftovers(before);
  if (![...names].every(isListed)) return;
  for await (const { sha256, modified } of store.list()) {
    if (modified < before && !listed.has(sha256)) await store.remove(sha256, before);
  }
}

async function isOlder(path: string, time: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < time;
}

/** The contents that a list names; none if it was renamed or removed in the meantime. */
async function hashesIn(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return '';
  });
  return text.split('\n').map((line) => line.slice(0, 64));
}
