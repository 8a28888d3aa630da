import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from 'vite';

const root = join(import.meta.dirname, '../web');

test('the base address of the API comes from the build’s VITE_API_URL', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'katydid-build-'));
  process.env['VITE_API_URL'] = 'https://api.example.com';
  try {
    await build({ root, logLevel: 'silent', build: { outDir, emptyOutDir: true } });
    const assets = (await readdir(join(outDir, 'assets'))).filter((name) => name.endsWith('.js'));
    const scripts = await Promise.all(assets.map((name) => readFile(join(outDir, 'assets', name), 'utf8')));
    expect(scripts.some((script) => script.includes('https://api.example.com'))).toBe(true);
  } finally {
    delete process.env['VITE_API_URL'];
    await rm(outDir, { recursive: true });
  }
});
