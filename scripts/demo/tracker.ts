import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { listAdmins, setRole } from '#server/features/users/queries.ts';
import { seed } from '#server/seed/seed.ts';
import { fillInboxes } from './inbox.ts';

export const size = { bugs: 200, users: 8 };

interface Demo {
  server: ChildProcess;
  /** Everyone's address, the admin's first. */
  emails: string[];
}

/** Starts Katydid on lifelike data in a folder that is deleted when this process ends. */
export async function startDemo(stdio: StdioOptions, environment: NodeJS.ProcessEnv = {}): Promise<Demo> {
  const folder = mkdtempSync(path.join(tmpdir(), 'katydid-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const databaseUrl = `file:${path.join(folder, 'demo.db')}`;
  const emails = await fill(databaseUrl);
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../../server/main.ts')], {
    stdio,
    env: { ...process.env, ...environment, DATABASE_URL: databaseUrl },
  });
  return { server, emails };
}

async function fill(databaseUrl: string): Promise<string[]> {
  const store = await openDatabase(databaseUrl, { exclusive: true });
  await migrate(store);
  const { first } = await seed(store, size, new Date());
  if (first) await store.write((tx) => setRole(tx, first._id, 'admin'));
  await store.write(fillInboxes);
  const admins = (await listAdmins(store.db)).map(({ email }) => email);
  const everyone = await store.db.selectFrom('users').select('email').orderBy('email').execute();
  await store.close();
  return [...new Set([...admins, ...everyone.map(({ email }) => email)])];
}
