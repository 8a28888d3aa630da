import { Readable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { Answer } from './answer.ts';

/**
 * An answer that streams a JSON array in pieces. A piece is read once the client has received the one before, so that a
 * slow client occupies the memory of one piece. Other requests are served between two pieces. An error of `pieces` aborts
 * the response.
 */
export function streamArray<T>(
  pieces: AsyncIterable<readonly T[]>,
  headers: Record<string, string> = {},
): Answer<T[]> {
  const body = Readable.from(jsonArray(pieces), { highWaterMark: 1 });
  return new Answer<T[]>(body, { ...headers, 'content-type': 'application/json; charset=utf-8' });
}

/** As buffers: strings would occupy the heap, at two bytes a character, until it is collected. */
async function* jsonArray<T>(pieces: AsyncIterable<readonly T[]>): AsyncGenerator<Buffer> {
  yield Buffer.from('[');
  let separator = '';
  for await (const items of pieces) {
    if (items.length === 0) continue;
    yield Buffer.from(separator + items.map((item) => JSON.stringify(item)).join(','));
    separator = ',';
    await nextIteration();
  }
  yield Buffer.from(']');
}
