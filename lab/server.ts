import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Program, whenReady } from '#server/test/server-process.ts';

/** The user whom `register` makes. */
export const person = { name: 'Bench', email: 'bench@example.com', password: 'green under grey stones' };

/** The body of a request that files a bug of typical length. */
export const filedBug = {
  title: 'The list stays empty after the filter is cleared',
  description: 'Nothing is shown until the page is loaded again. '.repeat(8),
  status: 'open',
  priority: 'low',
};

const root = join(import.meta.dirname, '..');

/** The arguments that `npm start` passes to Node. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
const asStarted = scripts.start.split(' ').slice(1);

interface Sent {
  token?: string;
  body?: object;
}

/** The answer to a registration or a filing. A refusal has only a message. */
interface Made {
  _id: string;
  token: string;
  message: string;
}

/** A real server in a process of its own. */
export interface LabServer {
  url: string;
  port: number;
  pid: number;
  databaseUrl: string;
  /** Whether it has not ended. */
  readonly runs: boolean;
  /** Sends a call on one of a few keep-alive connections, and returns the parsed body. */
  send<T>(method: string, path: string, sent?: Sent): Promise<T>;
  /** Makes an account, by default that of `person`, and returns the token of its session. @throws if it is refused */
  register(email?: string): Promise<string>;
  /** Files a bug and returns its id. @throws if it is refused */
  file(token: string, bug?: object): Promise<string>;
  /** The memory of the process, in megabytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

interface Options {
  /** The database, if it is not a SQLite file of the server's own. */
  databaseUrl?: string | undefined;
  /** Adds data before the start. */
  fill?: (databaseUrl: string) => unknown;
  /** The number of connections for calls. */
  sockets?: number;
  /** Whether it serves the built web as well. */
  web?: boolean;
  /** Further settings. */
  environment?: Record<string, string>;
}

// Otherwise, the exit handlers would not run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a server as `npm start` does, with default settings, on a SQLite file of its own or on `databaseUrl`. */
export async function startServer(options: Options = {}): Promise<LabServer> {
  const { fill, sockets = 8, web = false, environment = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), 'katydid-lab-'));
  const databaseUrl = options.databaseUrl ?? `file:${join(folder, 'katydid.db')}`;
  await fill?.(databaseUrl);
  const program = new Program([...asStarted, ...(web ? [] : ['--api-only'])], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    ...environment,
  });
  const { child } = program;
  // Also runs if this process is interrupted.
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const { url } = await whenReady(program);
  // Discards the log, which would grow with the run.
  child.stdout?.removeAllListeners('data').resume();
  child.stderr?.pipe(process.stderr);
  const pid = child.pid ?? 0;
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
    pid,
    databaseUrl,
    get runs() {
      return program.runs;
    },
    send,
    async register(email = person.email) {
      const body = { ...person, email };
      const { token, message } = await send<Partial<Made>>('POST', '/api/users/register', { body });
      if (token === undefined) throw new Error(`The registration was refused: ${message}`);
      return token;
    },
    async file(token, body = filedBug) {
      const { _id, message } = await send<Partial<Made>>('POST', '/api/bugs', { token, body });
      if (_id === undefined) throw new Error(`The bug was refused: ${message}`);
      return _id;
    },
    memory: () => memoryOf(pid),
    async stop() {
      await program.stop();
      agent.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

/** Adds this many lifelike bugs and users to a database, which it creates if it does not exist. */
export function seedDatabase(databaseUrl: string, bugs: number, users = 50): void {
  katydid(databaseUrl, 'seed', '--bugs', String(bugs), '--users', String(users));
}

/** Runs a command of the operator's command line on a database. */
export function katydid(databaseUrl: string, ...args: string[]): void {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  const { status } = spawnSync(process.execPath, ['server/cli.ts', ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed on ${databaseUrl}`);
}

async function memoryOf(pid: number): Promise<number> {
  // Some programs read the memory fifty times a second, for which starting `ps` takes too long.
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kilobytes) / 1024;
}
