import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { withTemporaryPath } from './temporary.ts';

/** The end of the name of a file that is not whole yet. */
export const partialEnd = '.partial';

/** The name of a file while the process writes it. */
export function partialOf(path: string, pid = process.pid): string {
  return `${path}.${pid}${partialEnd}`;
}

/**
 * Makes a file that is whole or not there: `work` fills one of another name, for its owner alone, which gets its name
 * when it is on disk.
 * @throws StartError when there is a file of that name, unless `force` is to replace it; and what `work` throws
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
