import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = join(import.meta.dirname, 'dist');
const server = process.env.API_PROXY_TARGET ?? 'http://localhost:3000';

/** Matches a file's folder path; the separator differs by system. */
const inFolders = (...folders: string[]) => new RegExp(folders.join('|').replaceAll('/', '[\\\\/]'));

/* Few large files compress better than many small ones, by a tenth; and a release leaves React's as it was. */
const groups = [
  { name: 'react', test: inFolders('node_modules/(react|react-dom|scheduler)/'), priority: 4 },
  // The screens before sign-in.
  { name: 'first', test: inFolders('src/app/App', 'src/features/auth/'), priority: 3 },
  { name: 'signed-in', test: inFolders('src/app/(SignedInOnly|bar/BarTools)'), priority: 2 },
  // In one file: smaller ones, merged by their size, may come to need each other.
  { name: 'shared', minShareCount: 2, priority: 1 },
];
/** The groups of which every signed-in page loads all files. */
const signedIn = new Set(['signed-in', 'shared']);
/** Shared files would be named after all that share them. The first file lists the others, and hashes do not compress: short ones. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash:7].js`;

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    // React has what the shim brings for its versions before 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [withoutSummaries(), react(), apiOrigin(), signedInFiles(), compressed()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // Older ones would have `light-dark()` replaced by what cannot follow a choice.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // The Content-Security-Policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames, hashCharacters: 'hex' } },
  },
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
});

/**
 * Writes the origin of VITE_API_URL into build.json, so that the server's Content-Security-Policy allows the pages to call it.
 * An address that is none ends the build.
 */
function apiOrigin(): Plugin {
  let origin: string | undefined;
  return {
    name: 'katydid:api-origin',
    apply: 'build',
    configResolved({ env }) {
      const address = String(env['VITE_API_URL'] ?? '');
      // A path is on the server that sends the pages.
      if (address === '' || address.startsWith('/')) return;
      origin = /^https?:/.test(address) ? URL.parse(address)?.origin : undefined;
      if (origin === undefined)
        throw new Error(`VITE_API_URL must be an address like https://api.example.com (it is "${address}").`);
    },
    generateBundle() {
      if (origin === undefined) return;
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ apiOrigin: origin }) });
    },
  };
}

/** Leaves out what only the API page has of endpoints: their sentences. */
function withoutSummaries(): Plugin {
  return {
    name: 'katydid:without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: inFolders('/contract/') },
      handler: (code) => code.replace(/^ +summary:\s+['`].*['`],\n/gm, ''),
    },
  };
}

/** Lists the files that every signed-in page loads in index.html, whose script loads them early. */
function signedInFiles(): Plugin {
  return {
    name: 'katydid:signed-in-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const needed = chunks.filter(({ name }) => signedIn.has(name));
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const content = [...needed.map(({ fileName }) => fileName), ...styles]
          .map((file) => `/${file}`)
          .join(' ');
        return [{ tag: 'meta', attrs: { name: 'signed-in-files', content }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** Writes .br and .gz beside what compresses, so that the server sends files as they are. index.html changes with each answer. */
function compressed(): Plugin {
  let written = outDir;
  return {
    name: 'katydid:compressed',
    apply: 'build',
    configResolved(config) {
      written = config.build.outDir;
    },
    async writeBundle() {
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
