/** How much the newest measurement counts in a moving average. */
const weight = 0.2;
/** The expected cost of a route before it was measured, in milliseconds. */
const unknown = 1;
/** Between these, the real pace may differ from the expected one. */
const paces = { least: 0.05, most: 20 };

/**
 * What requests cost, by route: for how long they keep the event loop or the database busy, as moving averages; and what those
 * that wait are expected to. Milliseconds.
 */
export class RequestCosts {
  readonly #ofRoute = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  /** Real milliseconds for each that was expected, while requests wait. */
  #pace = 1;

  /** The expected cost of a request to the route. */
  estimate(route: string): number {
    return this.#ofRoute.get(route) ?? unknown;
  }

  /** Counts a request to the route among those that wait; returns what it is expected to cost. */
  expect(route: string): number {
    this.#waiting.set(route, (this.#waiting.get(route) ?? 0) + 1);
    return this.estimate(route);
  }

  /** Counts it no longer; returns what it is expected to cost by now. */
  leave(route: string): number {
    const left = (this.#waiting.get(route) ?? 1) - 1;
    if (left > 0) this.#waiting.set(route, left);
    else this.#waiting.delete(route);
    return this.estimate(route);
  }

  /** How long it is expected to take until all that wait have been started. */
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

  /** Notes how long it took to start requests that were expected to cost so much. */
  notePace(expected: number, took: number): void {
    if (expected === 0) return;
    const pace = Math.min(paces.most, Math.max(paces.least, took / expected));
    this.#pace += (pace - this.#pace) * weight;
  }
}
