/** A value that waits in a queue, and the handle by which it can be removed. */
export interface Entry<T> {
  readonly key: string;
  readonly value: T;
}

/**
 * A queue that is fair between keys, such as users: first in, first out per key, and the keys take turns. One key's
 * thousand entries delay another key's first by at most one entry.
 */
export class FairQueue<T> {
  /** The waiting entries by key. The keys are in the order of their turns. */
  readonly #entries = new Map<string, Entry<T>[]>();
  #size = 0;

  /** How many entries wait. */
  get size(): number {
    return this.#size;
  }

  /** Appends a value. */
  add(key: string, value: T): Entry<T> {
    const entry = { key, value };
    const ofKey = this.#entries.get(key);
    if (ofKey) ofKey.push(entry);
    else this.#entries.set(key, [entry]);
    this.#size += 1;
    return entry;
  }

  /** Removes and returns the next entry, of the keys that `isReady` admits. */
  next(isReady: (key: string) => boolean = () => true): Entry<T> | undefined {
    const entry = this.#first(isReady);
    if (!entry) return undefined;
    this.remove(entry);
    const others = this.#entries.get(entry.key);
    if (others) {
      // The key's next turn comes after those of all others.
      this.#entries.delete(entry.key);
      this.#entries.set(entry.key, others);
    }
    return entry;
  }

  /** Whether an entry is waiting with a key that `isReady` admits. */
  hasNext(isReady: (key: string) => boolean): boolean {
    return this.#first(isReady) !== undefined;
  }

  /** Removes an entry; false if it is no longer in the queue. */
  remove(entry: Entry<T>): boolean {
    const ofKey = this.#entries.get(entry.key);
    const index = ofKey?.indexOf(entry) ?? -1;
    if (!ofKey || index === -1) return false;
    ofKey.splice(index, 1);
    if (ofKey.length === 0) this.#entries.delete(entry.key);
    this.#size -= 1;
    return true;
  }

  /**
   * Removes the newest entry of the key with the most ("longest queue drop"): the key that fills the queue is refused,
   * not the one that has just arrived.
   */
  dropFromLongest(): Entry<T> | undefined {
    let longest: Entry<T>[] = [];
    for (const ofKey of this.#entries.values()) if (ofKey.length >= longest.length) longest = ofKey;
    const entry = longest.at(-1);
    if (entry) this.remove(entry);
    return entry;
  }

  /** All entries that wait. */
  entries(): Entry<T>[] {
    return [...this.#entries.values()].flat();
  }

  #first(isReady: (key: string) => boolean): Entry<T> | undefined {
    for (const [key, [entry]] of this.#entries) if (isReady(key)) return entry;
    return undefined;
  }
}

interface SemaphoreOptions {
  /** How many hold it at once. */
  concurrency: number;
  /** How many of these one key may hold; by default all. */
  perKey?: number;
  /** How many may wait for it. */
  maxWaiting: number;
  /** The error for callers that are refused because too many wait. */
  full: () => Error;
}

interface Waiting {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * A counting semaphore whose waiters are served fairly by key, such as user or network (see `FairQueue`). The number of
 * waiters is bounded: at the limit, the newest waiter of the key with the most is refused.
 */
export class FairSemaphore {
  readonly #options: SemaphoreOptions;
  readonly #queue = new FairQueue<Waiting>();
  readonly #held = new Map<string, number>();
  #free: number;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
    this.#free = options.concurrency;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Waits for the semaphore and holds it until the returned function is called, which must be called exactly once.
   * @throws `full()` if too many wait; the signal's reason if the signal is aborted while waiting
   */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0 && this.#isReady(key)) this.#take(key);
    else await this.#wait(key, signal);
    return () => this.#release(key);
  }

  /** Does the work while holding it. @throws as `acquire` does, and as the work does */
  async run<R>(key: string, work: () => Promise<R>, signal?: AbortSignal): Promise<R> {
    const release = await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #isReady(key: string): boolean {
    return (this.#held.get(key) ?? 0) < (this.#options.perKey ?? Infinity);
  }

  #take(key: string): void {
    this.#free -= 1;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
  }

  #release(key: string): void {
    this.#free += 1;
    const others = (this.#held.get(key) ?? 1) - 1;
    if (others > 0) this.#held.set(key, others);
    else this.#held.delete(key);
    const next = this.#queue.next((waiting) => this.#isReady(waiting));
    if (!next) return;
    this.#take(next.key);
    next.value.resolve();
  }

  async #wait(key: string, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = this.#queue.add(key, { resolve, reject });
    if (this.#queue.size > this.#options.maxWaiting) {
      this.#queue.dropFromLongest()?.value.reject(this.#options.full());
    }
    const onAbort = () => {
      if (this.#queue.remove(entry)) reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }
}
