// Runs the server, restarted when its files change, and Vite in front of it, which reloads the pages. Ctrl+C ends both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createServer } from 'vite';

const root = path.join(import.meta.dirname, '..');
const port = process.env.PORT ?? '3000';
process.env.API_PROXY_TARGET ??= `http://localhost:${port}`;

const vite = await createServer({ configFile: path.join(root, 'web/vite.config.ts'), logLevel: 'warn' });
await vite.listen();

const watch = ['--watch', '--watch-preserve-output', 'server/main.ts', '--api-only'];
const server = spawn(process.execPath, watch, { cwd: root, stdio: 'inherit' });

console.log(
  `Open ${vite.resolvedUrls?.local[0] ?? 'http://localhost:5173/'} – its API is on port ${port}, Ctrl+C ends both.`,
);

// Ctrl+C reaches the server by itself, and a second one would interrupt its shutdown.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
await once(server, 'exit');
await vite.close();
