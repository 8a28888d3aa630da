// Starts Katydid with realistic demo data in a temporary database, which is deleted at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedPassword } from '#server/seed/seed.ts';
import { fillDemo, size } from './demo-data.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'katydid-demo-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const databaseUrl = `file:${path.join(folder, 'demo.db')}`;
const emails = await fillDemo(databaseUrl);
const server = spawn(process.execPath, [path.join(import.meta.dirname, '../server/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: databaseUrl },
});

console.log(`
A demonstration with ${size.bugs} bugs; all of it is gone when you end it with Ctrl+C.
Sign in with the password ${seedPassword} as
${emails.map((email, i) => `  ${email}${i === 0 ? ' (admin)' : ''}`).join('\n')}
`);

// Ctrl+C reaches the server by itself, and a second one would interrupt its shutdown.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
await once(server, 'exit');
process.exitCode = server.exitCode ?? 0;
