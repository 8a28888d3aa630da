import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { privateFolder } from './private-files.ts';

/**
 * Creates a folder and its parents, accessible only to the owner; an existing one stays as it is. Does not use mkdir's
 * recursion, which never ends under /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: privateFolder });
}
