import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The mode of folders that only the process's user may enter. */
const privateFolder = 0o700;
const privateFile = 0o600;
const ofOthers = 0o077;

/**
 * Creates a folder and its parents, accessible only to the owner; an existing folder is left as it is. Does not use
 * mkdir's recursion, which never ends under /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: privateFolder });
}

/**
 * Creates a file, if missing, that only its owner may read and write. SQLite's log and index beside it get the same
 * mode.
 */
export function createPrivate(path: string): void {
  closeSync(openSync(path, 'a', privateFile));
}

/**
 * Removes other users' permissions on a SQLite file and the files beside it, which earlier versions granted. If that
 * fails, `warn` gets a line.
 */
export function makePrivate(path: string, warn: (line: string) => void): void {
  for (const each of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) restrict(each, warn);
}

function restrict(path: string, warn: (line: string) => void): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  // Windows has no such permissions, but reports some all the same.
  if ((mode & ofOthers) === 0 || process.platform === 'win32') return;
  try {
    chmodSync(path, mode & ~ofOthers & 0o777);
  } catch {
    warn(
      `Other users of this machine may read ${path}, and it belongs to someone else. Run as its owner: chmod 600 ${path}`,
    );
  }
}
