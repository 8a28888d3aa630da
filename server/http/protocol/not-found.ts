import type { FastifyInstance, FastifyReply } from 'fastify';
import { serverMessages } from '#contract/server-messages.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { Route } from '#server/http/route.ts';

/** Not imported, because Node would then read all exports of the module, and load what `WebSocket` needs. */
export const http = process.getBuiltinModule('node:http');

/**
 * The methods that are routed at every address of the API, so that no address matches a route with parameters by
 * mistake.
 */
const routed = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers other methods on the routes' addresses with 405 and `Allow`. Adding routes for all HTTP methods, some thirty
 * at each address, took a third of a server's start.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  // CONNECT requests have no path, and never get here.
  for (const method of http.METHODS.filter((name) => name !== 'CONNECT')) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  const served = Map.groupBy(routes, ({ endpoint }) => endpoint.path);
  const addresses = [...served].map(([url, atUrl]) => {
    const allowed: string[] = atUrl.map(({ endpoint }) => endpoint.method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    const allow = allowed.join(', ');
    app.route({
      method: routed.filter((method) => !allowed.includes(method)),
      url,
      config: { queued: true },
      // Before the body is read, which could be refused for another reason.
      onRequest: async () => {
        throw methodNotAllowed(allow);
      },
      handler: async () => {},
    });
    return { segments: url.split('/'), allow };
  });
  // Routes without parameters first, as in the router.
  addresses.sort((a, b) => parameters(a.segments) - parameters(b.segments));
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404 || routed.includes(request.method)) return done();
    const asked = pathOf(request.url).split('/');
    const found = addresses.find(({ segments }) => matches(segments, asked));
    done(found && methodNotAllowed(found.allow));
  });
}

const isParameter = (segment: string) => segment.startsWith(':');
const parameters = (segments: readonly string[]) => segments.filter(isParameter).length;

function matches(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, index) => isParameter(segment) || segment === asked[index])
  );
}

function methodNotAllowed(allow: string): AppError {
  return new AppError('method_not_allowed', serverMessages.methodNotAllowed(), { headers: { allow } });
}

/** The path of a request's target as the router reads it: decoded, without scheme, host and repeated slashes. */
export function pathOf(target: string): string {
  const [path = '/'] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return path;
  }
}

/** Answers requests to addresses without a route: with the application's page where a screen may be, else with 404. */
export function answerTheRest(
  app: FastifyInstance,
  sendPage: ((reply: FastifyReply) => unknown) | undefined,
): void {
  const isScreen = (url: string) => {
    const path = pathOf(url);
    const isOther = path.startsWith('/api/') || path === '/api' || path.startsWith('/assets/');
    return sendPage !== undefined && !isOther && !/\.\w+$/.test(path);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    // Before the body is read, which could be refused for another reason.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD')
      done(isScreen(request.url) ? methodNotAllowed('GET, HEAD') : notFound());
    else done();
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (!sendPage || !isScreen(request.url)) throw notFound();
    return sendPage(reply);
  });
}
