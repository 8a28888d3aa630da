import type { FastifyRequest } from 'fastify';
import { networkOf } from '#server/http/network.ts';
import { bearerToken } from '#server/http/session/token.ts';

/** How many sessions' users are remembered. */
const most = 10_000;
const userPrefix = 'user:';

/**
 * By whom requests are queued, before anything is looked up for them: by user where the token is of a session that was seen
 * before, else by network. The cache gives no access to anything.
 */
export class QueueKeys {
  readonly #users = new Map<string, string>();

  /** Remembers whose session the token is of. */
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

/** Whether requests are queued by user here, and not by network. */
export function isUser(key: string): boolean {
  return key.startsWith(userPrefix);
}
