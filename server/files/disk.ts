import { type FileHandle, open } from 'node:fs/promises';

/**
 * The maximum number of chunks in a list. Each chunk also occupies memory of its own, which a client that sends single
 * bytes could fill.
 */
const mostChunks = 256;

/**
 * Passes chunks on in lists of at least this many bytes, because each write to a file occupies a thread and interrupts
 * the main one. Lists are smaller only at the end, or if chunks are small.
 */
export async function* together(
  content: AsyncIterable<Uint8Array>,
  bytes: () => number,
): AsyncGenerator<Uint8Array[]> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < bytes() && chunks.length < mostChunks) continue;
    yield chunks;
    chunks = [];
    length = 0;
  }
  if (length > 0) yield chunks;
}

/** Writes all of the chunks, even if the system writes only a part at a time. */
export async function writeWhole(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let { bytesWritten } = await handle.writev(chunks);
  for (const chunk of chunks) {
    const rest = chunk.subarray(bytesWritten);
    bytesWritten = Math.max(0, bytesWritten - chunk.length);
    for (let at = 0; at < rest.length;) at += (await handle.write(rest, at)).bytesWritten;
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
