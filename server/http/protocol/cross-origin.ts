import type { FastifyInstance } from 'fastify';
import { pathOf } from './not-found.ts';

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Prefer',
  'access-control-max-age': '7200',
};

/**
 * Lets pages of the allowed origins call the API and read its answers, errors and the live stream included (CORS).
 * Cookies are not allowed: a session is a token that the page sends itself. Other origins get no such headers.
 */
export class CrossOrigin {
  readonly #allowed: ReadonlySet<string>;

  /** @param origins as browsers send them: scheme, host, and port unless it is the scheme's own */
  constructor(origins: readonly string[]) {
    this.#allowed = new Set(origins);
  }

  /** The additional headers of an answer to a request of this origin. */
  headers(origin: string | undefined): Record<string, string> {
    if (this.#allowed.size === 0) return {};
    // Also sent to other origins, so that no cache gives one origin the answer for another.
    if (origin === undefined || !this.#allowed.has(origin)) return { vary: 'Origin' };
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      // The wildcard means all headers, because no credentials are allowed.
      'access-control-expose-headers': '*',
    };
  }

  /** Adds the headers to every answer of the API, and answers preflight requests of the allowed origins. */
  listen(app: FastifyInstance): void {
    if (this.#allowed.size === 0) return;
    app.addHook('onRequest', async ({ method, url, routeOptions, headers }, reply) => {
      if (!(routeOptions.url ?? pathOf(url)).startsWith('/api/')) return undefined;
      const { origin } = headers;
      reply.headers(this.headers(origin));
      const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
      if (!isPreflight || origin === undefined || !this.#allowed.has(origin)) return undefined;
      return reply.headers(preflightHeaders).code(204).send();
    });
  }
}
