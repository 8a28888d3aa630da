import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { listBugs } from '#contract/bugs/bugs.ts';
import { webLimits } from '#lab/bench/parts/weigh-web.ts';

/* Tests of the build that the test command's set-up has made. */

const web = join(import.meta.dirname, '../web');
const assets = join(web, 'dist/assets');
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
const importsOf = new Map(
  scripts.map((name) => {
    const imports = readFileSync(join(assets, name), 'utf8').matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+)"/g);
    return [name, [...imports].map(([, file = '']) => file)];
  }),
);

/** All files that these import before they run, directly or indirectly. */
function neededBy(files: readonly string[]): Set<string> {
  const needed = new Set(files.flatMap((file) => importsOf.get(file) ?? []));
  for (const file of needed) for (const next of importsOf.get(file) ?? []) needed.add(next);
  return needed;
}

test('the files of the build have no circular imports', () => {
  expect([...importsOf.values()].flat().length).toBeGreaterThan(scripts.length);
  expect(scripts.filter((file) => neededBy([file]).has(file))).toEqual([]);
});

test('index.html lists what every signed-in page needs beside the first code', () => {
  const html = readFileSync(join(web, 'dist/index.html'), 'utf8');
  const listed = /<meta name="signed-in-files" content="([^"]+)">/.exec(html)?.[1]?.split(' ') ?? [];
  const first = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file);
  const known = new Set([...first, ...neededBy(first)]);
  const layout = scripts.filter((file) => file.startsWith('SignedInOnly-'));
  const needed = [...neededBy(layout)].filter((file) => !known.has(file));
  expect(needed.length).toBeGreaterThan(0);
  const styles = readdirSync(assets).filter((file) => /^(signed-in|shared)-.*\.css$/.test(file));
  expect(styles.length).toBeGreaterThan(0);
  expect(listed).toEqual(expect.arrayContaining([...needed, ...styles].map((file) => `/assets/${file}`)));
});

test('the sentences of the API page are not in the build', () => {
  const built = scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n');
  expect(/.{9}[{,]summary:.{40}/.exec(built)?.[0]).toBeUndefined();
  expect(built).toContain(listBugs.path);
});

const [login, whole] = [webLimits.login / 1000, webLimits.whole / 1000];

test(`at most ${login} kB of JavaScript load before sign-in, and ${whole} kB in all`, () => {
  const bytesOf = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + statSync(join(assets, `${file}.br`)).size, 0);
  const html = readFileSync(join(web, 'dist/index.html'), 'utf8');
  const first = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file);
  const page = scripts.filter((file) => file.startsWith('LoginPage-'));
  expect([first.length > 0, page.length]).toEqual([true, 1]);
  const early = new Set([...first, ...page, ...neededBy([...first, ...page])]);
  expect(bytesOf(early)).toBeLessThanOrEqual(webLimits.login);
  expect(bytesOf(scripts)).toBeLessThanOrEqual(webLimits.whole);
});

test('an API address without a scheme ends the build', async () => {
  process.env['VITE_API_URL'] = 'api.example.com';
  try {
    const configured = resolveConfig({ root: web, logLevel: 'silent' }, 'build');
    await expect(configured).rejects.toThrow('VITE_API_URL must be an address like https://api.example.com');
  } finally {
    delete process.env['VITE_API_URL'];
  }
});
