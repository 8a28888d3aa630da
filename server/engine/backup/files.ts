import { existsSync, rmSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { backupEnd } from './format.ts';

/** The prefix of scratch folders. */
export const scratchName = '.katydid-scratch-';

/** The suffix of an incomplete file. */
const partialEnd = '.partial';

/** The name of a file while the process writes it. */
export function partialOf(path: string, pid = process.pid): string {
  return `${path}.${pid}${partialEnd}`;
}

/**
 * Creates a file atomically: `work` fills a temporary file, readable only by its owner, which is renamed once it is on
 * disk.
 * @throws StartError if the target exists and `force` is not set; also any error of `work`
 */
export async function writeAtomically<T>(
  path: string,
  { force }: { force: boolean },
  work: (partial: string) => Promise<T>,
): Promise<T> {
  if (!force) refuseExisting(path);
  const partial = partialOf(path);
  return withTemporaryPath(partial, async () => {
    await (await open(partial, 'w', 0o600)).close();
    const result = await work(partial);
    await sync(partial);
    if (!force) refuseExisting(path);
    await rename(partial, path);
    await sync(dirname(path));
    return result;
  });
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw new StartError(`${path} exists already. Name another file, or add --force.`);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const paths = new Set<string>();

process.on('exit', () => {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
});

/** Runs `work`, then deletes the path, even if the process exits first; only a kill leaves it behind. */
export async function withTemporaryPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  paths.add(path);
  try {
    return await work();
  } finally {
    rmSync(path, { recursive: true, force: true });
    paths.delete(path);
  }
}

/** The default names of backups: `katydid-` and the time in UTC. */
const ownName = /^katydid-\d{8}T\d{6}Z\.katydid\.gz$/;

/** The path in the folder for a backup made at this time. */
export function newBackupPath(folder: string, now: Date): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return join(folder, `katydid-${time}${backupEnd}`);
}

/** Partial files that were not modified for a day belong to a process that was killed. Milliseconds. */
const stale = 86_400_000;

/** Removes all but the newest `keep` backups from the folder, and the partial files of interrupted ones. */
export async function removeOldBackups(folder: string, keep: number, now: Date): Promise<void> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => ownName.test(name))
    .toSorted()
    .slice(0, -keep);
  const isUnfinished = (name: string) =>
    name.startsWith(scratchName) || (name.startsWith('katydid-') && name.endsWith(partialEnd));
  for (const name of names.filter(isUnfinished)) {
    // Another process may have removed or renamed it.
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && now.getTime() - found.mtime.getTime() > stale) old.push(name);
  }
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
}
