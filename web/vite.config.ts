import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = join(import.meta.dirname, 'dist');
const server = process.env.API_PROXY_TARGET ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  // The server puts a fresh nonce in place of this word each time it sends index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules[\\/]zod[\\/]|zod-without-eval/ }] },
      },
    },
  },
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
});

/** Writes .br and .gz beside what compresses, so that the server sends files as they are. index.html changes with each answer. */
function compressed(): Plugin {
  let written = outDir;
  return {
    name: 'katydid:compressed',
    apply: 'build',
    configResolved(config) {
      written = config.build.outDir;
    },
    async closeBundle() {
      const files = await readdir(written, { recursive: true });
      const chosen = files.filter((file) => /\.(js|css|svg|webmanifest)$/.test(file));
      await Promise.all(chosen.map((file) => compress(join(written, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
