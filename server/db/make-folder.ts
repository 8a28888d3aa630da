import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { privateFolder } from './private-files.ts';

/** Makes a folder and its parents, for the owner alone; an existing one stays as it is. Not by mkdir's own recursion, which never ends under /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: privateFolder });
}
