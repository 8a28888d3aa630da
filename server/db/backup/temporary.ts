import { rmSync } from 'node:fs';

const paths = new Set<string>();

process.on('exit', () => {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
});

/** Runs `work`, and removes what is at the path afterwards, also when the process ends before; a kill it outlives. */
export async function withTemporaryPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  paths.add(path);
  try {
    return await work();
  } finally {
    rmSync(path, { recursive: true, force: true });
    paths.delete(path);
  }
}
