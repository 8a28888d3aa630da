import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serverMessages } from '#contract/server-messages.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { Route } from '#server/http/route.ts';

/** Answers 405, with the methods that are served, to every other method on the routes' addresses. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  // CONNECT has no address, and never gets here.
  const methods = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of methods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  const served = Map.groupBy(routes, ({ endpoint }) => endpoint.path);
  for (const [url, atUrl] of served) {
    const allowed: string[] = atUrl.map(({ endpoint }) => endpoint.method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    const allow = allowed.join(', ');
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url,
      // Before any body is read, which would be refused for its own reasons.
      onRequest: async () => {
        throw methodNotAllowed(allow);
      },
      handler: async () => {},
    });
  }
}

function methodNotAllowed(allow: string): AppError {
  return new AppError('method_not_allowed', serverMessages.methodNotAllowed(), { headers: { allow } });
}

/** The path of a request's target as the router reads it: without scheme and host, decoded, and without repeated slashes. */
export function pathOf(target: string): string {
  const [path = '/'] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return path;
  }
}

/** Answers what no route does: the application's page where a screen may be, else 404. */
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
    // Before any body is read, which would be refused for its own reasons.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD')
      done(isScreen(request.url) ? methodNotAllowed('GET, HEAD') : notFound());
    else done();
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (!sendPage || !isScreen(request.url)) throw notFound();
    return sendPage(reply);
  });
}
