import pg from 'pg';
import { announcements } from './dialect.ts';

const retryAfter = 500;
/** Notifications can be lost with their connection, so listeners are called this often in any case. Milliseconds. */
const atLeastEvery = 1_000;

/** Listens, on a connection of its own, for commits by any process, and begins anew when the connection breaks. */
export class PostgresAnnouncer {
  readonly #url: string;
  readonly #onFault: (error: Error) => void;
  readonly #listeners: (() => void)[] = [];
  #client: pg.Client | undefined;
  #timers: NodeJS.Timeout[] = [];
  #closed = false;

  constructor(url: string, onFault: (error: Error) => void) {
    this.#url = url;
    this.#onFault = onFault;
  }

  /** The first listener opens the connection. */
  add(listener: () => void): void {
    this.#listeners.push(listener);
    if (this.#listeners.length > 1) return;
    this.#timers.push(setInterval(() => this.#call(), atLeastEvery).unref());
    void this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#client?.end().catch(this.#onFault);
  }

  #call(): void {
    for (const listener of this.#listeners) listener();
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 1_500,
      keepAlive: true,
      application_name: 'katydid live',
    });
    let ended = false;
    const again = () => {
      if (ended || this.#closed) return;
      ended = true;
      client.end().catch(() => {});
      this.#timers = [...this.#timers.slice(0, 1), setTimeout(() => void this.#listen(), retryAfter).unref()];
    };
    client.on('error', (error) => {
      this.#onFault(error);
      again();
    });
    client.on('end', again);
    client.on('notification', () => this.#call());
    try {
      await client.connect();
      await client.query(`listen ${announcements}`);
    } catch (error) {
      this.#onFault(error as Error);
      return again();
    }
    this.#client = client;
    if (this.#closed) await client.end();
    // What was committed while nobody listened.
    else this.#call();
  }
}
