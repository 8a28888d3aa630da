import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Answer } from './answer.ts';

/**
 * An answer whose JSON array is sent in pieces. The next one is read when the reader has taken the one before, so that a
 * slow reader holds no more than one; other requests are served in between. An error of `pieces` cuts the answer off.
 */
export function streamArray<T>(
  pieces: AsyncIterable<readonly T[]>,
  headers: Record<string, string> = {},
): Answer<T[]> {
  const body = Readable.from(jsonArray(pieces), { highWaterMark: 1 });
  return new Answer<T[]>(body, { ...headers, 'content-type': 'application/json; charset=utf-8' });
}

/** As buffers: strings would stay in the heap, at two bytes a letter, until it is collected. */
async function* jsonArray<T>(pieces: AsyncIterable<readonly T[]>): AsyncGenerator<Buffer> {
  yield Buffer.from('[');
  let separator = '';
  for await (const items of pieces) {
    if (items.length === 0) continue;
    yield Buffer.from(separator + items.map((item) => JSON.stringify(item)).join(','));
    separator = ',';
    await nextTurn();
  }
  yield Buffer.from(']');
}
