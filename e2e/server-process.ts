import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '..');
const patience = 20_000;

/** A real server in a process of its own, with its own data. It keeps its port and its data over a restart. */
export class ServerProcess {
  readonly #folder: string;
  #port = '0';
  #process: ChildProcess | undefined;
  #output = '';
  #settings: Record<string, string> = {};

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts a server with an empty database. */
  static async launch(): Promise<ServerProcess> {
    const server = new ServerProcess(await mkdtemp(path.join(tmpdir(), 'katydid-e2e-')));
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { ...this.#environment(), HOST: '127.0.0.1', PORT: this.#port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.#output = '';
    this.#port = await new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`The server ${why}:\n${this.#output}`));
      const timer = setTimeout(() => fail('did not say that it is ready'), patience);
      const read = (chunk: Buffer) => {
        this.#output += chunk.toString();
        const port = /Katydid is ready: http:\/\/[^"]*:(\d+)/.exec(this.#output)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        resolve(port);
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', (code) => fail(`ended with ${code}`));
    });
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  /** From now on with these environment variables, too. */
  async restart(settings: Record<string, string> = {}): Promise<void> {
    await this.stop();
    this.#settings = settings;
    await this.start();
  }

  /** Stops the server for good and removes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Runs the operator's command line on the server's data. */
  async katydid(...args: string[]): Promise<void> {
    await promisify(execFile)(process.execPath, ['server/cli.ts', ...args], {
      cwd: root,
      env: this.#environment(),
    });
  }

  #environment(): NodeJS.ProcessEnv {
    const database = `file:${path.join(this.#folder, 'katydid.db')}`;
    return { PATH: process.env['PATH'], DATABASE_URL: database, ...this.#settings };
  }
}
