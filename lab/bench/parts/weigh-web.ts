import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The largest sizes that `scripts/web-build.test.ts` accepts, in bytes: decision 51. */
export const webLimits = { login: 112_000, whole: 520_000 };

/** Bytes of JavaScript, compressed with Brotli as the server sends it. */
export interface Weight {
  /** The bytes that are loaded before /login can be used. */
  login: number;
  whole: number;
  /**
   * The bytes by library; our own code is under `web` and `contract`. A file's bytes are split in proportion to the
   * length of its parts.
   */
  libraries: ReadonlyMap<string, { login: number; whole: number }>;
}

/** Builds the web in memory and weighs it. */
export async function weighWeb(): Promise<Weight> {
  const root = join(import.meta.dirname, '../../../web');
  const built = (await build({
    root,
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter((file) => file.type === 'chunk');
  const early = neededBy(
    chunks.filter(
      ({ isEntry, moduleIds }) => isEntry || moduleIds.some((id) => id.endsWith('/LoginPage.tsx')),
    ),
    chunks,
  );
  const libraries = new Map<string, { login: number; whole: number }>();
  const total = { login: 0, whole: 0 };
  for (const chunk of chunks) {
    const bytes = brotliCompressSync(chunk.code).length;
    const length = Object.values(chunk.modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0);
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      const sum = libraries.get(libraryOf(id)) ?? { login: 0, whole: 0 };
      libraries.set(libraryOf(id), sum);
      add(sum, (bytes * renderedLength) / length, early.has(chunk));
    }
    add(total, bytes, early.has(chunk));
  }
  return { ...total, libraries };
}

function add(sum: { login: number; whole: number }, bytes: number, isEarly: boolean): void {
  sum.whole += bytes;
  if (isEarly) sum.login += bytes;
}

/** These files and all that they import, directly or not. */
function neededBy(files: readonly Chunk[], chunks: readonly Chunk[]): Set<Chunk> {
  const needed = new Set(files);
  for (const { imports } of needed)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  return needed;
}

function libraryOf(id: string): string {
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return library ?? (id.includes('/contract/') ? 'contract' : 'web');
}
