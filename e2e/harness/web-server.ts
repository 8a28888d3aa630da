import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Builds the web for the API at this address. */
export async function buildWeb(api: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'katydid-e2e-web-'));
  const args = ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', folder, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, [...args, '--logLevel', 'error'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: api },
  });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Serves the files of the build from its own port, pages with the headers in docs/operating.md for such a server. */
export async function serveWeb(folder: string, api: string) {
  const page = await readFile(path.join(root, 'docs/operating.md'), 'utf8');
  const [, block = ''] = /try_files \$uri \/index\.html;\n(.*?)\n\}/s.exec(page) ?? [];
  const documented = [...block.matchAll(/add_header (\S+) (?:"([^"]+)"|(\S+));/g)];
  const headers = documented.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? ''] as const);
  if (!headers.some(([name]) => name === 'Content-Security-Policy'))
    throw new Error('No policy is documented');

  const server = createServer((request, response) => {
    const file = request.url?.split('?', 1)[0] ?? '/';
    const type = types[path.extname(file)];
    if (type !== undefined) {
      response.setHeader('content-type', type).end(readFileSync(path.join(folder, path.normalize(file))));
      return;
    }
    for (const [name, value] of headers)
      response.setHeader(name, value.replaceAll('https://api.example.com', api));
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(readFileSync(path.join(folder, 'index.html')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A different site from the API, not only a different port.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
