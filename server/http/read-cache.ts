/**
 * What was read from the database, kept for as long as nobody has committed anything since: while people look more often
 * than they change, most of what they look at is there already. It goes by a number of the state of the database, which
 * grows with every commit. Where there is none, as on PostgreSQL, where others commit without our knowledge, nothing is kept.
 */
export class ReadCache<V> {
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  readonly #values = new Map<string, V>();
  #state = -1;
  #size = 0;

  /** `most` is what all values together may come to, by what `sizeOf` says of each. */
  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** What is kept under the key, if that was read in this state or since. */
  get(key: string, state: number | undefined): V | undefined {
    return this.#isOf(state) ? this.#values.get(key) : undefined;
  }

  /** Keeps what was read since the database was in this state, unless it is known that it has changed meanwhile. */
  keep(key: string, value: V, state: number | undefined): void {
    const size = this.#sizeOf(value) + key.length;
    if (!this.#isOf(state) || size > this.#most / 8) return;
    if (this.#size + size > this.#most) this.#forget();
    this.#values.set(key, value);
    this.#size += size;
  }

  /** Whether what is kept is of this state; of a later one it will be, with nothing in it yet. */
  #isOf(state: number | undefined): boolean {
    if (state === undefined || state < this.#state) return false;
    if (state > this.#state) this.#forget();
    this.#state = state;
    return true;
  }

  #forget(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
