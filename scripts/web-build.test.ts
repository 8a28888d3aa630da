import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '../web');

test('the chunks of the build have no circular imports', async () => {
  const { output } = (await build({
    root,
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const imports = new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.imports : []]));
  const needs = (from: string, known = new Set<string>()): Set<string> => {
    for (const file of imports.get(from) ?? []) if (!known.has(file)) needs(file, known.add(file));
    return known;
  };
  expect(imports.size).toBeGreaterThan(10);
  expect([...imports.keys()].filter((file) => needs(file).has(file))).toEqual([]);
});

test('the base address of the API comes from the build’s VITE_API_URL', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'katydid-build-'));
  process.env['VITE_API_URL'] = 'https://api.example.com/katydid/';
  try {
    await build({ root, logLevel: 'silent', build: { outDir, emptyOutDir: true } });
    const assets = (await readdir(join(outDir, 'assets'))).filter((name) => name.endsWith('.js'));
    const scripts = await Promise.all(assets.map((name) => readFile(join(outDir, 'assets', name), 'utf8')));
    expect(scripts.some((script) => script.includes('https://api.example.com/katydid/'))).toBe(true);
    // For the policy of the server that sends the pages.
    const notes = await readFile(join(outDir, 'build.json'), 'utf8');
    expect(JSON.parse(notes)).toEqual({ apiOrigin: 'https://api.example.com' });
  } finally {
    delete process.env['VITE_API_URL'];
    await rm(outDir, { recursive: true });
  }
});

test('an API address without a scheme ends the build', async () => {
  process.env['VITE_API_URL'] = 'api.example.com';
  try {
    const built = build({ root, logLevel: 'silent', build: { write: false } });
    await expect(built).rejects.toThrow('VITE_API_URL must be an address like https://api.example.com');
  } finally {
    delete process.env['VITE_API_URL'];
  }
});
