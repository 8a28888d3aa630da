import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { announcements } from '#server/db/dialect.ts';
import { NoAnswer, within } from './pool.ts';

/** Notifications can be lost, so listeners are called this often in any case. Milliseconds, like all of these. */
const atLeastEvery = 1_000;
const retryAfter = 500;
/** How long an answer may take, and how often one is asked for: of a connection that only listens, nothing else tells its end. */
const patience = 1_500;
const probeEvery = 5_000;

/** Listens, on a connection of its own, for commits by any process, and begins anew when the connection breaks. */
export class PostgresAnnouncer {
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
    this.#timer ??= setInterval(() => this.#call(), atLeastEvery).unref();
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
    /** An outage is told of once, not at every try. */
    let told = false;
    while (!signal.aborted) {
      try {
        await this.#listen(signal, () => (told = false));
      } catch (error) {
        if (!told && !signal.aborted) this.#onFault(error as Error);
        told = true;
      }
      await delay(retryAfter, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Listens until the connection breaks, or until it is closed. */
  async #listen(signal: AbortSignal, onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: patience,
      keepAlive: true,
      application_name: 'katydid live',
    });
    const { promise: broken, reject } = Promise.withResolvers<never>();
    // Waited for below, if it comes to that.
    broken.catch(() => {});
    client.on('error', reject);
    client.on('end', () => reject(new NoAnswer()));
    client.on('notification', () => this.#call());
    const ask = (statement: string) => Promise.race([broken, within(patience, client.query(statement))]);
    try {
      await client.connect();
      await ask(`listen ${announcements}`);
      onListening();
      // What was committed while nobody listened.
      this.#call();
      while (!signal.aborted) {
        const pause = delay(probeEvery, undefined, { signal, ref: false }).catch(() => {});
        await Promise.race([broken, pause]);
        if (!signal.aborted) await ask('select 1');
      }
    } finally {
      // With a statement unanswered it closes at once, else it says goodbye, which nobody may be there to hear.
      await within(retryAfter, client.end()).catch(() => {});
    }
  }
}
