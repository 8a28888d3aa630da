import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '#server/start-error.ts';

/** The suffix of an incomplete file. */
export const partialEnd = '.partial';

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

/** Runs `work`, then removes what is at the path, also if the process ends first; it survives only a kill. */
export async function withTemporaryPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  paths.add(path);
  try {
    return await work();
  } finally {
    rmSync(path, { recursive: true, force: true });
    paths.delete(path);
  }
}
