import type { Work } from '#server/db/transaction.ts';

/** How many transactions are under way before units of work wait for the next one. */
const concurrency = 3;
/** How many units of work share a transaction at most. */
const maxUnits = 32;
/** The longest wait of a unit of work for others to end, as PostgreSQL may be slow or unavailable. Milliseconds. */
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
 * Group commit: units of work that arrive while others are committed share the next transaction, its round trips and its
 * sync of the disk. If one of them makes it fail, each is run again in its own transaction.
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
    // After the requests of this iteration of the event loop have arrived.
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
