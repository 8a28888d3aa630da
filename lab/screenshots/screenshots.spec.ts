import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const folder = path.join(import.meta.dirname, '../../test-results/screens');

test('pictures of a screen are taken in each size and theme', async () => {
  const looks = ['wide', 'tablet', 'narrow'].flatMap((size) => [`${size}-light`, `${size}-dark`]);
  const files = looks.map((look) => path.join(folder, `not-found-${look}.png`));
  for (const file of files) await rm(file, { force: true });
  await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'run.ts'), 'not-found']);
  for (const file of files) expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG');
});
