import { ApiError } from './api-error.ts';

/**
 * A unique name that cannot be guessed: 128 random bits. Not from `crypto.randomUUID`, which pages sent over plain http
 * do not have.
 */
export function randomName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

type Send<T> = (headers: Readonly<Record<string, string>>) => Promise<T>;

/** Calls `send` with the headers to send. Rejects as `send` does. */
export type Once = <T>(send: Send<T>) => Promise<T>;

/**
 * Returns a function whose requests are carried out once, even if they are repeated after a lost answer, or from a
 * reloaded page with the same `name`. For endpoints that support an Idempotency-Key.
 *
 * If another request was carried out under the name before, the server refuses this one, and the error is thrown. The
 * next try has a new key, and is a second request.
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
