import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises';

/** How often a waiter past its minimum wait checks for progress. Milliseconds. */
const checkEvery = 100;

interface Options {
  /** How many hold it at once. */
  concurrency: number;
  /** How many may wait for it. */
  maxWaiting: number;
  /** The error for callers that are refused because too many wait. */
  full: () => Error;
  /** Without it, waits have no limit. */
  timeout?: Timeout;
}

interface Timeout {
  /** Waiters are never refused before `min`, then only if there is no progress, and always at `max`. Milliseconds. */
  min: number;
  max: number;
  /** Whether holders make progress. */
  makesProgress: () => boolean;
  /** The error for callers whose wait timed out. */
  timedOut: () => Error;
}

/** A bounded counting semaphore: waiters are served first in, first out, and time out if holders make no progress. */
export class Semaphore {
  readonly #options: Options;
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(options: Options) {
    this.#options = options;
    this.#free = options.concurrency;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits for the semaphore and holds it until the returned function is called. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    return () => this.#release();
  }

  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  async #wait(): Promise<void> {
    const { maxWaiting, full, timeout } = this.#options;
    if (this.#waiting.size >= maxWaiting) throw full();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    if (!timeout) return promise;
    const timeOut = () => {
      if (this.#waiting.delete(resolve)) reject(timeout.timedOut());
    };
    const soon = setTimeout(
      () => void this.#timeOutUnless(timeout.makesProgress, resolve, timeOut),
      timeout.min,
    );
    const late = setTimeout(timeOut, timeout.max);
    try {
      await promise;
    } finally {
      clearTimeout(soon);
      clearTimeout(late);
    }
  }

  /** Checks for progress repeatedly while the waiter is in the queue. */
  async #timeOutUnless(
    makesProgress: () => boolean,
    waiting: () => void,
    timeOut: () => void,
  ): Promise<void> {
    while (this.#waiting.has(waiting)) {
      // If the event loop was blocked, answers may have arrived but not be read yet.
      await nextIteration();
      if (!makesProgress()) return timeOut();
      await delay(checkEvery);
    }
  }
}
