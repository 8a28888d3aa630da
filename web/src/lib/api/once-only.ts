import { randomName } from '#web/lib/random-name.ts';
import { ApiError } from './api-error.ts';

type Send<T> = (headers: Readonly<Record<string, string>>) => Promise<T>;

/** Sends, by a call with these headers. Rejects as the call does. */
export type Once = <T>(send: Send<T>) => Promise<T>;

/**
 * What is sent through it is carried out once, however often it is sent: again after an answer was lost, or from a page
 * that was loaded again and knows the same `name`. For endpoints that heed an Idempotency-Key.
 *
 * Where something else was carried out under the name before, the server refuses and says so. That is told once: who
 * sends again then means a second one.
 */
export function onceOnly(name = randomName()): Once {
  let refusals = 0;
  return async (send) => {
    try {
      return await send({ 'idempotency-key': `${name}/${refusals}` });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'idempotency_mismatch') refusals += 1;
      throw error;
    }
  };
}
