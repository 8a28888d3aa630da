import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The caller. */
export const person = { name: 'Bench', email: 'bench@example.com', password: 'green under grey stones' };

/** The body of a filing, of typical length. */
export const filedBug = {
  title: 'The list stays empty after the filter is cleared',
  description: 'Nothing is shown until the page is loaded again. '.repeat(8),
  status: 'open',
  priority: 'low',
};

/** The arguments that `npm start` passes to Node. */
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  scripts: { start: string };
};
const asStarted = scripts.start.split(' ').slice(1);

interface Sent {
  token?: string;
  body?: object;
}

/** A server under measurement: the real one, in a process of its own. */
export interface BenchServer {
  url: string;
  port: number;
  pid: number;
  /** Sends a call on one of a few keep-alive connections, and returns the parsed body. */
  send<T>(method: string, path: string, sent?: Sent): Promise<T>;
  /** Makes an account, by default that of `person`, and returns the token of its session. */
  register(email?: string): Promise<string>;
  /** The memory of the process, in megabytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

// Otherwise, the exit handlers would not run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const root = join(import.meta.dirname, '../../..');

/** Adds a number of lifelike bugs and users to a database. */
export function seedDatabase(databaseUrl: string, bugs: number, users = 50): void {
  const args = ['server/cli.ts', 'seed', '--bugs', String(bugs), '--users', String(users)];
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`Could not add bugs to ${databaseUrl}`);
}

/** Creates a SQLite file with a number of lifelike bugs and users in the folder, and returns its address. */
export function seedFile(folder: string, bugs: number, users?: number): string {
  const databaseUrl = `file:${join(folder, `${bugs}.db`)}`;
  seedDatabase(databaseUrl, bugs, users);
  return databaseUrl;
}

interface Options {
  databaseUrl?: string;
  /** The number of connections for calls. */
  sockets?: number;
  /** Whether it serves the built web as well. */
  web?: boolean;
  /** Further settings. */
  environment?: Record<string, string>;
}

/** Starts a server with default settings on a SQLite file of its own, or on `databaseUrl`. */
export async function startServer({
  databaseUrl,
  sockets = 8,
  web = false,
  environment = {},
}: Options = {}): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
  const server = spawn(process.execPath, [...asStarted, ...(web ? [] : ['--api-only'])], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl ?? `file:${join(folder, 'k.db')}`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Even if a benchmark aborts and its database is gone.
  process.once('exit', () => server.kill('SIGKILL'));
  let said = '';
  const url = await new Promise<string>((resolve) => {
    server.stdout.on('data', (data) => {
      if (said.length < 10_000) said += String(data);
      const found = /ready: (http:[^"\s]+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });

  function send<T>(method: string, path: string, { token, body }: Sent = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const call = request(url + path, { method, agent, headers }, (response) => {
        let text = '';
        response.on('data', (data) => (text += String(data))).on('end', () => resolve(JSON.parse(text) as T));
      });
      call.on('error', reject).end(body && JSON.stringify(body));
    });
  }

  return {
    url,
    port: Number(new URL(url).port),
    pid: server.pid ?? 0,
    send,
    async register(email = person.email) {
      const body = { ...person, email };
      return (await send<{ token: string }>('POST', '/api/users/register', { body })).token;
    },
    async memory() {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      agent.destroy();
      await rm(folder, { recursive: true });
    },
  };
}
