import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

/** The environment of every process. Without the compiled code of earlier processes, a start takes twice as long. */
const inherited = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/node'),
};

/** The parts of a log line that tests examine. */
interface LogLine {
  level: number;
  msg: string;
  path?: string;
  status?: number;
}

/** A server in a process of its own, or another program of the repository. */
export class Program {
  readonly child: ChildProcess;
  out = '';
  err = '';
  readonly #closed: Promise<number | null>;

  /** Runs Node with `args`. `wrapper` is a command that replaces itself with the command after it. */
  constructor(args: string[], environment: Record<string, string>, wrapper: readonly string[] = []) {
    const [command = '', ...rest] = [...wrapper, process.execPath, ...args];
    this.child = spawn(command, rest, {
      cwd: root,
      env: { ...inherited, ...environment },
    });
    this.#closed = new Promise((resolve) => void this.child.once('close', resolve));
    this.child.stdout?.on('data', (data) => (this.out += String(data)));
    this.child.stderr?.on('data', (data) => (this.err += String(data)));
  }

  get runs(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Its log so far. */
  get log(): LogLine[] {
    return this.out
      .slice(0, this.out.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  }

  /** Waits for its end, and returns the exit code; null if a signal ended it. */
  async ended(): Promise<number | null> {
    if (this.runs) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  /** Waits for its end and for all of its output. */
  async closed(): Promise<{ code: number | null; out: string; err: string }> {
    const code = await this.#closed;
    return { code, out: this.out, err: this.err };
  }

  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.runs) this.child.kill(signal);
    return this.ended();
  }
}

export interface ServerProcess extends Program {
  url: string;
}

export interface StartOptions {
  /** The program that runs instead of the server itself. */
  entry?: string;
  /** The text of a module that runs before it. */
  planted?: string;
  environment?: Record<string, string>;
  wrapper?: readonly string[];
}

/** The folder for a database's files, which its instances share: beside a SQLite file, and never in the repository. */
export function filesFolderOf(databaseUrl: string): string {
  if (databaseUrl.startsWith('file:')) return `${databaseUrl.slice('file:'.length)}.files`;
  return join(tmpdir(), `katydid-test-files-${hash('sha256', databaseUrl).slice(0, 16)}`);
}

/** Starts a server on any free port, without waiting for anything. */
export function spawnServer(databaseUrl: string, options: StartOptions = {}): Program {
  const { entry = 'server/main.ts', planted, environment = {}, wrapper } = options;
  const before =
    planted === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(planted)}`];
  const settings = {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    FILES_FOLDER: filesFolderOf(databaseUrl),
    // Everyone in a test registers from one address.
    REGISTRATION_LIMIT: '10000,10000',
    REGISTRATION_LIMIT_IN_ALL: '10000,10000',
  };
  return new Program([...before, entry, '--api-only'], { ...settings, ...environment }, wrapper);
}

/** Starts a server on any free port, and waits until it is ready. */
export async function startServer(databaseUrl: string, options: StartOptions = {}): Promise<ServerProcess> {
  return whenReady(spawnServer(databaseUrl, options));
}

/** Waits until the program prints the address at which it is ready. @throws if it ends before that */
export async function whenReady(program: Program): Promise<ServerProcess> {
  for (;;) {
    const url = /ready: (http:[^"\s]+)/.exec(program.out)?.[1];
    if (url !== undefined) return Object.assign(program, { url });
    if (!program.runs) throw new Error(`The server did not start: ${program.err}${program.out}`);
    await delay(10);
  }
}
