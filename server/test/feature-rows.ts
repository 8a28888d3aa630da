import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRows } from './rows.ts';

const folder = join(import.meta.dirname, '../features');

/** The rows of every feature that has a `test-rows.ts`. */
export const featureRows: readonly TestRows[] = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name, 'test-rows.ts'))
    .filter((file) => existsSync(file))
    .map(async (file) => ((await import(file)) as { rows: TestRows }).rows),
);
