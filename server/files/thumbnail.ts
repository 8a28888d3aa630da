import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Blob } from './file-store.ts';

/** The largest thumbnail, in pixels: the size of images within texts, plus some for high-density screens. */
export const thumbnailSize = { width: 960, height: 640 };
/** Images within these limits of width, height and bytes are shown as they are. */
const smallBytes = 128 * 1024;
/** The largest image to make a thumbnail of, in bytes: the process holds all of it in memory. */
const maxBytes = 64 * 1024 ** 2;
/** The time limit for making a thumbnail, in milliseconds. */
const maxTime = 30_000;

/** The exit code of the process if sharp cannot be loaded. */
export const notInstalled = 3;
const program = join(import.meta.dirname, 'thumbnail-process.ts');

/** Whether sharp, an optional package, is installed. */
export const hasSharp = canResolve('sharp');

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether a thumbnail of the image would save pixels or bytes. */
export function needsThumbnail({
  size,
  width,
  height,
}: Pick<Blob, 'size'> & { width: number | null; height: number | null }): boolean {
  if (width === null || height === null || size > maxBytes) return false;
  return width > thumbnailSize.width || height > thumbnailSize.height || size > smallBytes;
}

/**
 * Makes a WebP thumbnail of an image, without the original's metadata. Undefined if the image cannot be decoded within
 * the limits of time and pixels.
 * @throws Error if sharp cannot be loaded, or the signal was aborted
 */
export async function makeThumbnail(
  image: Readable,
  { signal, path = program }: { signal: AbortSignal; path?: string },
): Promise<Buffer | undefined> {
  const child = spawn(process.execPath, [path], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // It does not need the server's secrets.
    env: {},
    timeout: maxTime,
    killSignal: 'SIGKILL',
    signal,
  });
  const end = once(child, 'close') as Promise<[number | null]>;
  // If the process ends early, its exit code states the reason.
  const sent = pipeline(image, child.stdin).catch(() => undefined);
  const [[code], thumbnail] = await Promise.all([end, buffer(child.stdout), sent]);
  if (code === notInstalled) throw new Error('sharp cannot be loaded');
  return code === 0 ? thumbnail : undefined;
}
