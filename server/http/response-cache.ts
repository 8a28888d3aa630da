import { Readable } from 'node:stream';
import type { z } from 'zod';
import { Answer } from './answer.ts';
import type { Handler } from './request-context.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** A result that depends on the time and therefore is not cached. */
export class UncacheableAnswer<T> extends Answer<T> {}

/** A result that is the same for every caller who is allowed to ask: one cached response is for all of them. */
export class SharedAnswer<T> extends Answer<T> {}

/**
 * Caches the responses of a handler by caller and target, or shared answers by target, until the next commit to the
 * database. For endpoints whose responses depend on these three alone. Streams and answers that depend on the time are not
 * cached.
 */
export function cacheResponses(
  next: Handler,
  schema: z.core.$ZodType,
  responses: VersionedCache<CachedResponse>,
): Handler {
  return async (call) => {
    const { databaseVersion, target } = call;
    const own = `${call.caller?._id} ${target}`;
    const cached = responses.get(target, databaseVersion) ?? responses.get(own, databaseVersion);
    if (cached) return cached;
    const result = await next(call);
    const { body, headers } = result instanceof Answer ? (result as Answer<unknown>) : new Answer(result, {});
    if (body instanceof Readable || result instanceof UncacheableAnswer) return result;
    const response = new CachedResponse(call.serialize(body, schema), headers);
    responses.set(result instanceof SharedAnswer ? target : own, response, databaseVersion);
    return response;
  };
}

/** A short text is sent in one piece with the head; a long one would be encoded again for each response. */
const short = 8_192;

/** A serialised response. */
export class CachedResponse extends Answer<string | Buffer> {
  readonly size: number;

  constructor(json: string, headers: Record<string, string>) {
    const body = json.length < short ? json : Buffer.from(json);
    super(body, { 'content-type': 'application/json; charset=utf-8', ...headers });
    this.size = body.length;
  }
}
