import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, notFound } from './errors.ts';
import type { Route } from './route.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** Answers 405, with the methods that are served, to every other method on the routes' addresses. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
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
  return new AppError('method_not_allowed', 'This address does not take that method', { headers: { allow } });
}

/** The path of a request's target as the router reads it: without scheme and host, decoded, and without repeated slashes. */
function pathOf(target: string): string {
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
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url);
    const mayBeScreen =
      sendPage && !path.startsWith('/api/') && path !== '/api' && !path.startsWith('/assets/');
    if (!mayBeScreen || /\.\w+$/.test(path)) throw notFound();
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
    return sendPage(reply);
  });
}
