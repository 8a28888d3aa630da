import { Readable } from 'node:stream';
import type { z } from 'zod';
import { Answer, CachedResponse, UncacheableAnswer, SharedAnswer } from './answer.ts';
import type { Handler } from './request-context.ts';

/**
 * Caches the responses of a handler by caller and target, or shared answers by target, until the next commit to the
 * database. For endpoints whose responses depend on these three alone. Streams and answers that depend on the time are not
 * cached.
 */
export function cacheResponses(next: Handler, schema: z.core.$ZodType): Handler {
  return async (call) => {
    const { responses, databaseVersion, target } = call;
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
