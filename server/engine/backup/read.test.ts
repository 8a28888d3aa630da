import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { maxMailBytes } from '#server/features/mail-in/incoming.ts';
import { atEnd } from '#server/test/at-end.ts';
import { unzippedLines } from './read.ts';

async function lengthsOf(text: string): Promise<number[]> {
  const path = join(tmpdir(), `katydid-lines-${process.pid}.gz`);
  atEnd(() => rm(path, { force: true }));
  await writeFile(path, gzipSync(text, { level: 1 }));
  const lengths: number[] = [];
  for await (const lines of unzippedLines(path)) lengths.push(...lines.map((line) => line.length));
  return lengths;
}

test('a line of a backup can hold the largest e-mail, and one that is too long is refused', async () => {
  const size = Math.ceil(maxMailBytes / 3) * 4 + 200;
  expect(await lengthsOf(`a\n${'x'.repeat(size)}\n\nbc\n`)).toEqual([1, size, 0, 2]);
  await expect(lengthsOf('x'.repeat(65 * 1024 ** 2))).rejects.toThrow('too long');
  await expect(lengthsOf('a\nb')).rejects.toThrow('ends within a line');
});
