import { type Entry, FairQueue } from '#server/fair-queue.ts';
import type { RequestCosts } from './request-costs.ts';

/** How long requests may wait for admission, in milliseconds. A request that has waited for `longest` is refused. */
export interface AdmissionLimits {
  /**
   * Under sustained load an early refusal is better than a long wait: a request is accepted if the whole queue is expected to
   * be served within `expected`.
   */
  readonly sustained: { readonly expected: number; readonly longest: number };
  /**
   * For the first `requests` since the queue was empty: a page or script that sends all its requests at once is no
   * overload. What is expected says nothing about so few: on a busy machine it is many times too long.
   */
  readonly burst: { readonly requests: number; readonly longest: number };
}

export const defaultAdmissionLimits: AdmissionLimits = {
  sustained: { expected: 300, longest: 600 },
  burst: { requests: 250, longest: 5_000 },
};
/** The interval at which waiting requests are checked, in milliseconds. */
export const expiryInterval = 100;

interface Waiting<T> {
  readonly route: string;
  readonly value: T;
  /** The time of its refusal, by the monotonic clock. */
  readonly deadline: number;
}

/** The handle to remove a request by. */
export type WaitingEntry<T> = Entry<Waiting<T>>;

interface Options<T> {
  readonly costs: RequestCosts;
  /** The monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly limits?: AdmissionLimits;
  /** Called with each request that the queue refuses, once it has left the queue. */
  readonly onRefuse: (value: T) => void;
}

/**
 * The queue of requests that wait for admission, fair by key (`FairQueue`), bounded by the duration of the wait and not
 * by length. If the expected wait is too long, the newest request of the key whose requests cost most is refused.
 */
export class AdmissionQueue<T> {
  readonly #queue = new FairQueue<Waiting<T>>();
  readonly #options: Options<T>;
  /** The number of requests since the queue was empty. */
  #arrived = 0;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Appends a request, and refuses requests above the limit, possibly this one before `add` returns. */
  add(key: string, route: string, value: T): WaitingEntry<T> {
    const { costs, now, limits: { burst, sustained } = defaultAdmissionLimits } = this.#options;
    if (this.#queue.size === 0) this.#arrived = 0;
    this.#arrived += 1;
    const isBurst = this.#arrived <= burst.requests;
    const cost = costs.expect(route);
    const deadline = now() + (isBurst ? burst : sustained).longest;
    const entry = this.#queue.add(key, { route, value, deadline }, cost);
    if (isBurst) return entry;
    // A request displaces at most its own cost: the other requests of an admitted burst stay.
    for (let freed = 0; freed < cost && this.#queue.size > 1 && costs.wait > sustained.expected;) {
      const dropped = this.#queue.dropHeaviest();
      if (!dropped) break;
      freed += costs.leave(dropped.value.route);
      this.#options.onRefuse(dropped.value.value);
    }
    return entry;
  }

  /** Removes and returns the next request, of the keys that `isReady` admits. */
  next(isReady: (key: string) => boolean): { value: T; cost: number } | undefined {
    const entry = this.#queue.next(isReady);
    return entry && { value: entry.value.value, cost: this.#options.costs.leave(entry.value.route) };
  }

  /** Whether a request waits whose key `isReady` admits. */
  hasNext(isReady: (key: string) => boolean): boolean {
    return this.#queue.heads().some(({ key }) => isReady(key));
  }

  /** Adds to the cost of a key, such as the difference between the measured and the expected cost of a request. */
  charge(key: string, cost: number): void {
    this.#queue.charge(key, cost);
  }

  /** Removes a request; false where it is not in the queue. */
  remove(entry: WaitingEntry<T>): boolean {
    const isThere = this.#queue.remove(entry);
    if (isThere) this.#options.costs.leave(entry.value.route);
    return isThere;
  }

  /** Refuses those that have waited for too long. */
  refuseExpired(): void {
    const now = this.#options.now();
    for (const entry of this.#queue.entries()) {
      if (entry.value.deadline > now || !this.remove(entry)) continue;
      this.#options.onRefuse(entry.value.value);
    }
  }
}
