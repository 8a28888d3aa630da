// Katydid with lifelike bugs and users in a database that is gone when it ends: to look around, and for screenshots.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { setRole } from '#server/features/users/queries.ts';
import { seed, seedPassword } from '#server/seed.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'katydid-demo-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const databaseUrl = `file:${path.join(folder, 'demo.db')}`;
const store = await openDatabase(databaseUrl, { exclusive: true });
await migrate(store);
const admin = await seed(store, { bugs: 200, users: 8 }, new Date());
if (admin) await store.write((tx) => setRole(tx, admin.email, 'admin'));
const people = await store.db
  .selectFrom('users')
  .select(['email', 'role'])
  .orderBy('role')
  .orderBy('email')
  .execute();
await store.close();

const server = spawn(process.execPath, [path.join(import.meta.dirname, '../server/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: databaseUrl },
});

console.log(`
A demonstration with 200 bugs; all of it is gone when you end it with Ctrl+C.
The password of everyone is ${seedPassword}
${people.map(({ email, role }) => `  ${email}${role === 'admin' ? ' (admin)' : ''}`).join('\n')}
`);

// Ctrl+C reaches the server by itself, and a second one would cut its farewell short.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
await once(server, 'exit');
process.exitCode = server.exitCode ?? 0;
