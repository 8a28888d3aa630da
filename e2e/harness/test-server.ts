import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Role } from '#contract/permissions.ts';
import { buildApp } from '#server/app.ts';
import { runCommand } from '#server/commands/run.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { Store } from '#server/engine/store.ts';
import { jobKinds } from '#server/features.ts';
import { type FileStore, fileStoreOf } from '#server/files/file-store.ts';
import { setHashParameters } from '#server/features/users/passwords/passwords.ts';
import { setRole } from '#server/features/users/queries.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { mailerOf } from '#server/mail/smtp-mailer.ts';
import { copyTemplate } from '#server/test/sqlite-template.ts';

setHashParameters({ memoryCost: 8, timeCost: 1, parallelism: 1 });

const webRoot = path.join(import.meta.dirname, '../../web/dist');

/**
 * The real application on its own port and SQLite file, both of which stay the same across restarts. It runs in the
 * process of the test, where it starts in a tenth of the time that a process of its own needs.
 */
export class TestServer {
  readonly #folder: string;
  #port = 0;
  #running: { app: FastifyInstance; store: Store; worker: JobWorker } | undefined;
  #settings: Record<string, string> = {};

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts a server with an empty database. */
  static async launch(): Promise<TestServer> {
    const server = new TestServer(await mkdtemp(path.join(tmpdir(), 'katydid-e2e-')));
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Whether a restart has given it settings of its own. */
  get isConfigured(): boolean {
    return Object.keys(this.#settings).length > 0;
  }

  async start(): Promise<void> {
    const file = path.join(this.#folder, 'katydid.db');
    if (!existsSync(file)) await copyTemplate(file);
    const { databaseUrl, settings } = readConfig(this.#environment());
    const store = await openDatabase(databaseUrl, { exclusive: true });
    const log = pino({ level: 'silent' });
    const app = await buildApp({ store, logger: log, settings, webRoot });
    await app.listen({ port: this.#port, host: '127.0.0.1' });
    this.#port = (app.server.address() as AddressInfo).port;
    // Tests run the other jobs themselves where they need them.
    const jobs = jobKinds.filter(({ kind }) => kind.startsWith('inbox'));
    const worker = new JobWorker({
      store,
      jobs,
      mail: mailerOf(settings),
      settings,
      now: () => new Date(),
      log,
    });
    worker.start();
    this.#running = { app, store, worker };
  }

  /** The store of the contents of its files. */
  get files(): FileStore {
    return fileStoreOf(readConfig(this.#environment()).settings);
  }

  /** Writes data to its database that no call can write. */
  async write(work: (tx: Tx) => Promise<unknown>): Promise<void> {
    await this.#running?.store.write(work);
  }

  /** Stops the server, and ends connections on which a request is under way. */
  async stop(): Promise<void> {
    if (!this.#running) return;
    const { app, store, worker } = this.#running;
    this.#running = undefined;
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
    await worker.stop();
    await store.close();
  }

  /** Restarts it with these additional environment variables, which later restarts keep. */
  async restart(settings: Record<string, string> = {}): Promise<void> {
    await this.stop();
    this.#settings = settings;
    await this.start();
  }

  /** Starts it again at the same address with an empty database and no settings. */
  async renew(): Promise<void> {
    await this.stop();
    this.#settings = {};
    for (const name of await readdir(this.#folder))
      await rm(path.join(this.#folder, name), { recursive: true });
    await this.start();
  }

  /** Stops the server for good and removes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Sets the role of a user, without a trace in the audit trail. */
  async setRole({ _id }: { _id: string }, role: Role): Promise<void> {
    await this.write((tx) => setRole(tx, _id, role));
  }

  /** Runs a command of the operator's command line on the server's data. */
  async katydid(...args: string[]): Promise<void> {
    // The server shares this thread, so its own transaction cannot end while the command waits for it.
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runCommand(args, { environment: this.#environment(), say: () => {} });
      } catch (error) {
        const isLocked = error instanceof Error && error.message === 'database is locked';
        if (!isLocked || attempt === 5) throw error;
        await setImmediate();
      }
    }
  }

  #environment(): NodeJS.ProcessEnv {
    const database = `file:${path.join(this.#folder, 'katydid.db')}`;
    return {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(this.#port),
      DATABASE_URL: database,
      // All users in the tests register from one address.
      REGISTRATION_LIMIT: '10000,10000',
      REGISTRATION_LIMIT_IN_ALL: '10000,10000',
      ...this.#settings,
    };
  }
}
