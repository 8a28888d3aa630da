/** How much the newest measurement counts in a moving average. */
const weight = 0.2;
/** The expected cost of a route before it was measured, in milliseconds. */
const unknown = 1;
/** The limits of the ratio of the real pace to the expected one. */
const paces = { least: 0.05, most: 20 };

/**
 * The costs of requests by route: the time for which they occupy the event loop or the database, as moving averages, and
 * the expected sum for those that wait. Milliseconds.
 */
export class RequestCosts {
  readonly #ofRoute = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  /** The ratio of real to expected milliseconds, while requests wait. */
  #pace = 1;

  /** The expected cost of a request to the route. */
  estimate(route: string): number {
    return this.#ofRoute.get(route) ?? unknown;
  }

  /** Adds a request to those that wait; returns its expected cost. */
  expect(route: string): number {
    this.#waiting.set(route, (this.#waiting.get(route) ?? 0) + 1);
    return this.estimate(route);
  }

  /** Removes a request from those that wait; returns its expected cost by now. */
  leave(route: string): number {
    const left = (this.#waiting.get(route) ?? 1) - 1;
    if (left > 0) this.#waiting.set(route, left);
    else this.#waiting.delete(route);
    return this.estimate(route);
  }

  /** The expected time until all waiting requests have been started. */
  get wait(): number {
    let cost = 0;
    for (const [route, count] of this.#waiting) cost += count * this.estimate(route);
    return cost * this.#pace;
  }

  /** Records the cost of a request. */
  note(route: string, cost: number): void {
    const before = this.#ofRoute.get(route) ?? cost;
    this.#ofRoute.set(route, before + (cost - before) * weight);
  }

  /** Records the real time in which requests with this sum of expected costs were started. */
  notePace(expected: number, took: number): void {
    if (expected === 0) return;
    const pace = Math.min(paces.most, Math.max(paces.least, took / expected));
    this.#pace += (pace - this.#pace) * weight;
  }
}
