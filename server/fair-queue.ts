/** A value that waits in a queue, and what serving it is expected to cost. */
export interface Entry<T> {
  readonly key: string;
  readonly value: T;
  readonly cost: number;
}

/** The entries of one key. */
interface Flow<T> {
  readonly key: string;
  readonly entries: Entry<T>[];
  /** The sum of the entries' costs. */
  cost: number;
  /** The virtual time at which its next entry is due. */
  start: number;
}

/**
 * A queue that is fair between keys, such as users: first in, first out per key; the key with the lowest cost so far is
 * served next (start-time fair queueing). One key's thousand entries delay another key's first by at most one entry.
 * Time per call grows with the number of waiting keys, which the caller bounds.
 */
export class FairQueue<T> {
  readonly #flows = new Map<string, Flow<T>>();
  /** The virtual time: the start of the entry that was served last. */
  #clock = 0;
  #size = 0;
  #cost = 0;

  /** How many entries wait. */
  get size(): number {
    return this.#size;
  }

  /** The sum of the costs of the entries that wait. */
  get cost(): number {
    return this.#cost;
  }

  /** How many entries of the key wait. */
  sizeOf(key: string): number {
    return this.#flows.get(key)?.entries.length ?? 0;
  }

  /** Appends a value; the entry returned is the handle to remove it by. */
  add(key: string, value: T, cost = 1): Entry<T> {
    let flow = this.#flows.get(key);
    if (!flow) this.#flows.set(key, (flow = { key, entries: [], cost: 0, start: this.#clock }));
    // An idle key accumulates no credit.
    if (flow.entries.length === 0) flow.start = Math.max(flow.start, this.#clock);
    const entry = { key, value, cost };
    flow.entries.push(entry);
    flow.cost += cost;
    this.#size += 1;
    this.#cost += cost;
    return entry;
  }

  /** Removes and returns the next entry, of the keys that `isReady` admits. */
  next(isReady: (key: string) => boolean = () => true): Entry<T> | undefined {
    let due: Flow<T> | undefined;
    for (const flow of this.#flows.values()) {
      if (flow.entries.length === 0) {
        if (flow.start <= this.#clock) this.#flows.delete(flow.key);
      } else if ((!due || flow.start < due.start) && isReady(flow.key)) due = flow;
    }
    const entry = due?.entries[0];
    if (!due || !entry) return undefined;
    this.#clock = Math.max(this.#clock, due.start);
    due.start += entry.cost;
    this.remove(entry);
    return entry;
  }

  /** Adds to the cost of a key, such as the difference between the measured and the expected cost of an entry. */
  charge(key: string, cost: number): void {
    const flow = this.#flows.get(key);
    if (flow) flow.start = Math.max(this.#clock, flow.start + cost);
  }

  /** Removes an entry; false if it is no longer in the queue. */
  remove(entry: Entry<T>): boolean {
    const flow = this.#flows.get(entry.key);
    const index = flow?.entries.indexOf(entry) ?? -1;
    if (!flow || index === -1) return false;
    flow.entries.splice(index, 1);
    flow.cost -= entry.cost;
    this.#size -= 1;
    this.#cost -= entry.cost;
    if (this.#size === 0) this.#reset();
    return true;
  }

  /**
   * Removes the newest entry of the key whose entries cost most ("longest queue drop"): the key that fills the queue is
   * refused, not the newcomer.
   */
  dropHeaviest(): Entry<T> | undefined {
    let heaviest: Flow<T> | undefined;
    for (const flow of this.#flows.values()) if (!heaviest || flow.cost >= heaviest.cost) heaviest = flow;
    const entry = heaviest?.entries.at(-1);
    if (entry) this.remove(entry);
    return entry;
  }

  /** The first entry of each key: the oldest ones. */
  heads(): Entry<T>[] {
    return [...this.#flows.values()].flatMap(({ entries }) => entries.slice(0, 1));
  }

  /** All entries that wait. */
  entries(): Entry<T>[] {
    return [...this.#flows.values()].flatMap(({ entries }) => entries);
  }

  /** Sums of fractions drift; an empty queue starts afresh. */
  #reset(): void {
    this.#flows.clear();
    this.#clock = 0;
    this.#cost = 0;
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
 * A counting semaphore whose waiters are served fairly by key, as by user or network (`FairQueue`). The number of waiters
 * is bounded: at the limit, the newest waiter of the key with the most is refused.
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
   * @throws `full()` where too many wait; the signal's reason when that is aborted while waiting
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
      this.#queue.dropHeaviest()?.value.reject(this.#options.full());
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
