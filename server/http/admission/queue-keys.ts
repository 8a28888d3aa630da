import type { FastifyRequest } from 'fastify';
import { networkOf } from '#server/http/network.ts';
import { bearerToken } from '#server/http/session/token.ts';

/** The number of sessions whose users are cached. */
const most = 10_000;
const userPrefix = 'user:';

/**
 * The keys by which requests are queued, before anything is looked up for them: the user if the token is of a session
 * seen before, else the network. The cache grants no access.
 */
export class QueueKeys {
  readonly #users = new Map<string, string>();

  /** Caches the user of a session's token. */
  identify(token: string, userId: string): void {
    if (this.#users.has(token)) return;
    this.#users.set(token, userId);
    const [oldest] = this.#users.keys();
    if (this.#users.size > most && oldest !== undefined) this.#users.delete(oldest);
  }

  keyOf({ headers, ip }: FastifyRequest): string {
    const token = bearerToken(headers.authorization);
    const user = token && this.#users.get(token);
    return user ? `${userPrefix}${user}` : networkOf(ip);
  }
}

/** Whether the key is that of a user, and not of a network. */
export function isUser(key: string): boolean {
  return key.startsWith(userPrefix);
}
