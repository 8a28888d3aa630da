import { rmSync } from 'node:fs';

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
