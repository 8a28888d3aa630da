import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runQuietly } from './test/run.ts';

const root = path.join(import.meta.dirname, '..');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
// The folder is within node_modules, so that type packages are found.
const folder = await mkdtemp(path.join(root, 'node_modules/.katydid-types-'));
afterAll(() => rm(folder, { recursive: true }));

/** The errors of one planted file under the configuration of a folder. */
async function errorsIn(config: string, name: string, source: string): Promise<string> {
  const project = path.join(folder, `${name}.json`);
  await writeFile(path.join(folder, `${name}.ts`), source);
  await writeFile(
    project,
    JSON.stringify({ extends: path.join(root, config), include: [], files: [`${name}.ts`] }),
  );
  return (await runQuietly([tsc, '-p', project])).output;
}

test.each([
  ['server/tsconfig.json', 'document.title', 'document'],
  ['web/tsconfig.json', 'process.env', 'process'],
])('under %s, %s does not compile', async (config, expression, missing) => {
  const name = missing;
  const planted = await errorsIn(config, name, `export const planted: unknown = ${expression};\n`);
  expect(planted).toContain(`Cannot find name '${missing}'`);
  expect(await errorsIn(config, `${name}-free`, 'export const planted = fetch;\n')).toBe('');
});
