import { type Readable, Writable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { streamArray } from './answer.ts';

test('for a client that reads nothing, at most three pieces are read, into buffers', async () => {
  let read = 0;
  async function* pieces() {
    for (; read < 100; read += 1) yield ['x'.repeat(1_000)];
  }
  const body = streamArray(pieces()).body as Readable;
  const taken: unknown[] = [];
  const { promise: hasPiece, resolve } = Promise.withResolvers<void>();
  // Accepts the bracket and one piece, and never finishes that piece.
  body.pipe(
    new Writable({
      highWaterMark: 1,
      write(chunk, _, done) {
        taken.push(chunk);
        if (taken.length < 2) done();
        else resolve();
      },
    }),
  );
  await hasPiece;
  for (let i = 0; i < 200; i += 1) await nextIteration();
  expect(read).toBeLessThanOrEqual(3);
  expect(taken.every((chunk) => chunk instanceof Buffer)).toBe(true);
});
