import type { Work } from '#server/db/transaction.ts';

/** How many transactions run before units of work wait for the next one. */
const concurrency = 3;
/** The maximum number of units of work per transaction. */
const maxUnits = 32;
/** How long a unit of work waits for others to end, as PostgreSQL may be slow or unavailable. Milliseconds. */
const maxWait = 50;

interface Options {
  /** Runs units of work in one transaction, and calls `onCommit` before it is committed. */
  run: (units: readonly Work<unknown>[], onCommit: () => void) => Promise<unknown[]>;
  /** Runs a unit of work in a transaction of its own. */
  runAlone: (unit: Work<unknown>) => Promise<unknown>;
  /** Whether the database is unavailable, so that no unit of work would succeed. */
  isUnavailable: (error: unknown) => boolean;
}

interface Pending {
  readonly work: Work<unknown>;
  readonly since: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Group commit: units of work that arrive during a commit share the next transaction, its round trips and its disk
 * sync. If one makes the transaction fail, each is run again in its own.
 */
export class GroupCommit {
  readonly #options: Options;
  readonly #waiting: Pending[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async write<T>(work: Work<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ work, since: performance.now(), resolve, reject });
    // Waits for the other requests of this event loop iteration to arrive.
    if (this.#waiting.length === 1) setImmediate(() => this.#next());
    return promise as Promise<T>;
  }

  #next(): void {
    while (this.#waiting.length > 0 && (this.#running < concurrency || this.#hasWaited()))
      void this.#commit(this.#waiting.splice(0, maxUnits));
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#next(), maxWait);
  }

  #hasWaited(): boolean {
    const [first] = this.#waiting;
    return first !== undefined && performance.now() - first.since >= maxWait;
  }

  async #commit(units: readonly Pending[]): Promise<void> {
    this.#running += 1;
    try {
      await this.#run(units);
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  async #run(units: readonly Pending[]): Promise<void> {
    const { run, runAlone, isUnavailable } = this.#options;
    const eachAlone = () =>
      Promise.all(units.map(({ work, resolve, reject }) => runAlone(work).then(resolve, reject)));
    if (units.length === 1) {
      await eachAlone();
      return;
    }
    let isCommitted = false;
    try {
      const works = units.map(({ work }) => work);
      const results = await run(works, () => (isCommitted = true));
      for (const [i, { resolve }] of units.entries()) resolve(results[i]);
    } catch (error) {
      if (isCommitted || isUnavailable(error)) for (const { reject } of units) reject(error);
      else await eachAlone();
    }
  }
}
