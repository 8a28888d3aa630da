import { Readable } from 'node:stream';
import type { z } from 'zod';
import { Answer, jsonType, responseSerializer } from './answer.ts';
import type { Handler } from './request-context.ts';

/**
 * A cache of values that were read from the database. All of them are dropped when the database's version grows, which
 * every commit causes. Nothing is cached where the version is undefined, as on PostgreSQL, which other servers may
 * change.
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

  /** Whether the version is that of the cache. A later version empties the cache and becomes the cache's version. */
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

/** A serialised response. */
export type CachedResponse = Answer<string>;

/**
 * A shorter body than this is sent as text, in one piece with the head. A longer text would be encoded for each
 * response.
 */
const short = 8_192;

function bodyOf(json: string | Buffer): string | Buffer {
  if (json.length < short) return json.toString();
  return typeof json === 'string' ? Buffer.from(json) : json;
}

/**
 * Caches the responses of a handler until the next commit to the database: by caller and target, or only by target if
 * they are the same for all callers. For endpoints whose responses depend only on the caller, the target and the
 * database. Streams, and answers that depend on the time, are not cached.
 */
export function cacheResponses(
  next: Handler,
  schema: z.core.$ZodType,
  responses: VersionedCache<CachedResponse>,
): Handler {
  return async (call) => {
    const { databaseVersion, preferredPage, request, reply } = call;
    const target = preferredPage === undefined ? request.url : `${request.url} ${preferredPage}`;
    const own = `${call.caller?._id} ${target}`;
    const cached = responses.get(target, databaseVersion) ?? responses.get(own, databaseVersion);
    if (cached) return cached;
    const result = await next(call);
    const { body, headers, options } =
      result instanceof Answer ? (result as Answer<unknown>) : new Answer(result);
    if (body instanceof Readable || options.cache === 'none') return result;
    const json = Buffer.isBuffer(body) ? body : responseSerializer(schema, reply)(body);
    const response = new Answer(bodyOf(json), { 'content-type': jsonType, ...headers });
    responses.set(options.cache === 'shared' ? target : own, response, databaseVersion);
    return response;
  };
}
