/**
 * A cache of values that were read from the database. All of them are dropped when the database's version grows, as it does
 * with every commit. Where the version is undefined, as on PostgreSQL, which other servers may change, nothing is cached.
 */
export class VersionedCache<V> {
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  readonly #values = new Map<string, V>();
  #version = -1;
  #size = 0;

  /** `most` is the maximum sum of the values' sizes. */
  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** The cached value of the key, if it was read in this version or a later one. */
  get(key: string, version: number | undefined): V | undefined {
    return this.#isCurrent(version) ? this.#values.get(key) : undefined;
  }

  /** Caches a value that was read in this version or a later one, unless a newer version is known already. */
  set(key: string, value: V, version: number | undefined): void {
    const size = this.#sizeOf(value) + key.length;
    if (!this.#isCurrent(version) || size > this.#most / 8) return;
    if (this.#size + size > this.#most) this.#forget();
    this.#values.set(key, value);
    this.#size += size;
  }

  /** Whether the version is that of the cache. A later version empties the cache and becomes its version. */
  #isCurrent(version: number | undefined): boolean {
    if (version === undefined || version < this.#version) return false;
    if (version > this.#version) this.#forget();
    this.#version = version;
    return true;
  }

  #forget(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
