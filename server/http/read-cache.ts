/**
 * What was read from the database, kept for as long as nobody has committed anything since: while people look more often
 * than they change, most of what they look at is there already. Without a `version`, as on PostgreSQL, where others commit
 * without our knowledge, nothing is kept.
 */
export class ReadCache<V> {
  readonly #version: (() => number) | undefined;
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  readonly #values = new Map<string, V>();
  #asOf: number | undefined;
  #size = 0;

  /** `most` is what all values together may come to, by what `sizeOf` says of each. */
  constructor(version: (() => number) | undefined, most: number, sizeOf: (value: V) => number) {
    this.#version = version;
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** What is kept under the key, if it is still true. */
  get(key: string): V | undefined {
    this.#forgetOld();
    return this.#values.get(key);
  }

  /** Which state of the database is read from now on; taken before reading, for `keep`. */
  get version(): number | undefined {
    return this.#version?.();
  }

  /** Keeps what was read since the state was `asOf`, unless that has changed meanwhile. */
  keep(key: string, value: V, asOf: number | undefined): void {
    this.#forgetOld();
    const size = this.#sizeOf(value) + key.length;
    if (asOf === undefined || asOf !== this.#asOf || size > this.#most / 8) return;
    if (this.#size + size > this.#most) this.#forget();
    this.#values.set(key, value);
    this.#size += size;
  }

  #forgetOld(): void {
    const now = this.#version?.();
    if (now === this.#asOf) return;
    this.#forget();
    this.#asOf = now;
  }

  #forget(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
