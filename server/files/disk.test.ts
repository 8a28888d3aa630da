import type { FileHandle } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { together, writeWhole } from './disk.ts';

test('chunks are passed on together, and none is lost or waits for ever', async () => {
  async function* chunks() {
    for (const text of ['ab', 'c', 'defgh', 'i', 'j']) yield Buffer.from(text);
  }
  const lists = await Array.fromAsync(together(chunks(), () => 3));
  expect(lists.map((list) => list.map(String))).toEqual([['ab', 'c'], ['defgh'], ['i', 'j']]);
  async function* none() {}
  expect(await Array.fromAsync(together(none(), () => 3))).toEqual([]);
});

test('only a limited number of small chunks wait together', async () => {
  async function* bytes() {
    for (let i = 0; i < 1_000; i += 1) yield Buffer.of(i % 256);
  }
  const lists = await Array.fromAsync(together(bytes(), () => 1_000_000));
  expect(Math.max(...lists.map((list) => list.length))).toBeLessThanOrEqual(256);
  expect(lists.flat()).toHaveLength(1_000);
});

test('bytes that the system did not write at once are written afterwards', async () => {
  let written = '';
  const handle = {
    writev: async (all: readonly Uint8Array[]) => {
      written += Buffer.concat(all).subarray(0, 4).toString();
      return { bytesWritten: 4 };
    },
    write: async (rest: Uint8Array, at: number) => {
      written += String.fromCodePoint(rest[at] ?? 0);
      return { bytesWritten: 1 };
    },
  };
  await writeWhole(
    handle as unknown as FileHandle,
    ['abc', 'defg', 'hi'].map((text) => Buffer.from(text)),
  );
  expect(written).toBe('abcdefghi');
});
