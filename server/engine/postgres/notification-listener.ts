import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { notificationChannel } from './engine.ts';
import { NoResponse, within } from './pool.ts';

/** Notifications can be lost, so listeners are also called at this interval. Milliseconds, like all intervals here. */
const pollEvery = 1_000;
const retryAfter = 500;
/** Interval and timeout of the health check: a connection that only listens does not notice that it is broken. */
const timeout = 1_500;
const probeEvery = 5_000;

/** LISTENs on a connection of its own for commits by any process, and reconnects when it breaks. */
export class NotificationListener {
  readonly #url: string;
  readonly #onFault: (error: Error) => void;
  readonly #listeners: (() => void)[] = [];
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(url: string, onFault: (error: Error) => void) {
    this.#url = url;
    this.#onFault = onFault;
  }

  /** The first listener opens the connection. */
  add(listener: () => void): void {
    this.#listeners.push(listener);
    this.#timer ??= setInterval(() => this.#call(), pollEvery).unref();
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#running;
  }

  #call(): void {
    for (const listener of this.#listeners) listener();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    /** An outage is reported once, not at every retry. */
    let reported = false;
    while (!signal.aborted) {
      try {
        await this.#listen(signal, () => (reported = false));
      } catch (error) {
        if (!reported && !signal.aborted) this.#onFault(error as Error);
        reported = true;
      }
      await delay(retryAfter, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Listens until the connection breaks, or until it is closed. */
  async #listen(signal: AbortSignal, onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: timeout,
      keepAlive: true,
      application_name: 'katydid live',
    });
    const { promise: broken, reject } = Promise.withResolvers<never>();
    // Awaited below, if needed.
    broken.catch(() => {});
    client.on('error', reject);
    client.on('end', () => reject(new NoResponse()));
    client.on('notification', () => this.#call());
    const ask = (statement: string) => Promise.race([broken, within(timeout, client.query(statement))]);
    try {
      await client.connect();
      await ask(`listen ${notificationChannel}`);
      onListening();
      // For commits while the connection was broken.
      this.#call();
      while (!signal.aborted) {
        const pause = delay(probeEvery, undefined, { signal, ref: false }).catch(() => {});
        await Promise.race([broken, pause]);
        if (!signal.aborted) await ask('select 1');
      }
    } finally {
      // `end` waits for the server to close the connection, which a silent server does not do.
      await within(retryAfter, client.end()).catch(() => {});
    }
  }
}
