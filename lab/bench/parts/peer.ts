// A tutorial tracker for comparison: Express and Sequelize, with `server.js`, `seed.js` and `package.json` in the
// folder that the environment variable PEER names.
import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/test/postgres/postgres-server.ts';
import type { LabServer } from '#lab/server.ts';

interface ListedBug {
  title: string;
  description: string;
  status: string;
  priority: string;
  createdBy: { _id: string };
  assignedTo: { _id: string } | null;
  createdAt: string;
}

export interface Peer {
  port: number;
  pid: number;
  token: string;
  stop(): Promise<void>;
}

/** Starts the tracker in the folder on the database, with the users and bugs that Katydid has. */
export async function startPeer(
  folder: string,
  { databaseUrl, like, token }: { databaseUrl: string; like: LabServer; token: string },
): Promise<Peer> {
  const copy = await mkdtemp(join(tmpdir(), 'katydid-peer-'));
  const cwd = join(copy, 'tracker');
  await mkdir(cwd);
  for (const name of ['package.json', 'models.js', 'seed.js', 'server.js'])
    await cp(join(folder, name), join(cwd, name));
  // Where its seed.js looks for it.
  await writeFile(join(copy, 'seed.json'), JSON.stringify(await dataOf(like, token)));
  const port = await freePort();
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, PORT: String(port) };
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  // npm finds its settings through the environment.
  run('npm', install, { cwd, env: process.env });
  run(process.execPath, ['seed.js'], { cwd, env });
  const server = spawn(process.execPath, ['server.js'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill());
  await new Promise((resolve) => server.stdout.once('data', resolve));
  const login = await fetch(`http://127.0.0.1:${port}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // The password that its seed.js gives to all users.
    body: JSON.stringify({ email: 'user1@example.com', password: 'password123' }),
  });
  return {
    port,
    pid: server.pid ?? 0,
    token: ((await login.json()) as { token: string }).token,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      await rm(copy, { recursive: true });
    },
  };
}

function run(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const { status } = spawnSync(command, args, {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${options.cwd}`);
}

/** The users and bugs of Katydid in the form that the tracker's seed.js reads. */
async function dataOf(katydid: LabServer, token: string): Promise<object> {
  const users = await katydid.send<{ _id: string; name: string }[]>('GET', '/api/users', { token });
  const bugs = await katydid.send<ListedBug[]>('GET', '/api/bugs', { token });
  const idOf = new Map(users.map(({ _id }, i) => [_id, i + 1]));
  return {
    users: users.map((_, i) => ({ id: i + 1, login: `user${i + 1}`, email: `user${i + 1}@example.com` })),
    issues: bugs
      .toReversed()
      .map(({ title, description, status, priority, createdBy, assignedTo, createdAt }) => ({
        title,
        description,
        status,
        priority,
        createdBy: idOf.get(createdBy._id),
        assignedTo: assignedTo && idOf.get(assignedTo._id),
        createdAt: Date.parse(createdAt) / 1_000,
      })),
  };
}
