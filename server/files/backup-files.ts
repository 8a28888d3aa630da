import { open, readFile, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Report } from '#server/db/progress.ts';
import { DiskStore } from './disk-store.ts';
import type { Blob, FileStore } from './file-store.ts';
import { type Proof, copyContents } from './transfer.ts';

/** What a list of the contents of a backup is called, behind the name of the backup. */
const listEnd = '.contents';
/** A list without its backup, and a content without a list, may belong to a backup that is being made. Milliseconds. */
const unfinished = 86_400_000;

/** The folder with the contents of the files of backups, beside them: all backups of a folder share it. */
export function filesFolderBeside(path: string): string {
  return join(dirname(path), 'katydid-files');
}

/** Where the contents of the files of a backup are. */
export function filesBeside(path: string): FileStore {
  return new DiskStore(filesFolderBeside(path));
}

/**
 * Saves contents beside a backup at `path`, those that no earlier backup has saved, and proves all of them. Its list comes
 * first: what it names is not removed with an older backup meanwhile.
 */
export async function saveFiles(
  path: string,
  { blobs, from }: { blobs: readonly Blob[]; from: FileStore },
  report: Report,
): Promise<Proof> {
  await writeList(path, blobs);
  if (blobs.length === 0) return { whole: [], lost: [] };
  return copyContents(blobs, { from, to: filesBeside(path) }, report);
}

async function writeList(path: string, blobs: readonly Blob[]): Promise<void> {
  const list = path + listEnd;
  if (blobs.length === 0) return rm(list, { force: true });
  const handle = await open(list, 'w', 0o600);
  try {
    await handle.writeFile(blobs.map(({ sha256, size }) => `${sha256} ${size}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes from a folder of backups the lists whose backup is gone, and the contents that no list names. */
export async function removeUnlistedFiles(folder: string, now: Date): Promise<void> {
  const before = now.getTime() - unfinished;
  const names = new Set(await readdir(folder));
  const listed = new Set<string>();
  for (const name of names) {
    if (!name.endsWith(listEnd)) continue;
    const path = join(folder, name);
    const isOrphan = !names.has(basename(name, listEnd));
    if (isOrphan && (await isOlder(path, before))) await rm(path, { force: true });
    else for (const sha256 of await hashesIn(path)) listed.add(sha256);
  }
  const store = filesBeside(join(folder, 'any'));
  for await (const { sha256, modified } of store.list()) {
    if (modified < before && !listed.has(sha256)) await store.remove(sha256, before);
  }
  await store.removeLeftovers(before);
}

async function isOlder(path: string, time: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < time;
}

async function hashesIn(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.map((line) => line.slice(0, 64));
}
