import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupEnd } from './format.ts';
import { scratchName } from './scratch.ts';
import { partialEnd } from './atomic-file.ts';

/** The default names of backups: `katydid-` and the time in UTC. */
const ownName = /^katydid-\d{8}T\d{6}Z\.katydid\.gz$/;

/** The file of a backup of this time in a folder of them. */
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
