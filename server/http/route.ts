import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiHeader, type Endpoint, type Output } from '#contract/endpoint.ts';
import { isGeneral } from '#contract/permissions.ts';
import { type Answer, send } from './answer.ts';
import { authenticate, requirePermission } from '#server/http/session/session.ts';
import { type Repetition, idempotent } from './idempotency.ts';
import { parseInput } from './parse.ts';
import { auditRefusals } from './refusals.ts';
import { type AppContext, type Call, type Handler, RequestContext } from './request-context.ts';
import { cacheResponses } from './response-cache.ts';

interface RouteOptions<E extends Endpoint> {
  /**
   * Whether responses depend only on the database, the address and the caller, so that they can be cached until the
   * next commit.
   */
  cached?: boolean;
  /** How the route answers repeated requests, if it accepts an Idempotency-Key. */
  repetition?: Repetition<Call<E>, Output<E> | Answer<Output<E>>>;
}

export interface Route extends RouteOptions<Endpoint> {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<Endpoint>) => Promise<unknown>;
}

/** The result of a handler: the body of the response, or an `Answer`. Without a body, it need not return anything. */
type Result<E extends Endpoint> = Answer<Output<E>> | (undefined extends Output<E> ? void : Output<E>);

/** Binds an endpoint of the contract to its handler. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>>,
  options: RouteOptions<E> = {},
): Route {
  // A call is parsed by the schemas of this endpoint before the handler gets it.
  return { endpoint, handle: handle as Route['handle'], ...(options as RouteOptions<Endpoint>) };
}

/** Serves a route: session, cache, input, idempotency, handler, response, in this order. */
export function serve(app: FastifyInstance, context: AppContext, served: Route): void {
  const { endpoint } = served;
  if (!endpoint.upload) return add(app, context, served);
  // Added in a Fastify scope of its own, which accepts other content types than the rest.
  void app.register(async (scope) => {
    context.uploads.accept(scope);
    add(scope, context, served);
  });
}

function add(app: FastifyInstance, context: AppContext, served: Route): void {
  const { endpoint } = served;
  const { method, path: url, access, bodyLimit, status, response, signed = false } = endpoint;
  const handler = handlerOf(served, context);
  app.route({
    method,
    url,
    config: { queued: true },
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: [
      createContext(context, endpoint),
      ...(access === 'public' ? [] : [authenticate(context, { signed })]),
      ...(typeof access === 'object' && isGeneral(access) ? [requirePermission(access)] : []),
    ],
    onError: auditRefusals(endpoint, context.refusals),
    handler: async (request, reply) => {
      const call = request.context;
      if (!call) throw new Error('The request has no context');
      call.client.throwIfClosed();
      reply.code(status);
      return send(reply, await handler(call), response);
    },
  });
}

function handlerOf({ endpoint, handle, repetition, cached = false }: Route, context: AppContext): Handler {
  const once = idempotent(endpoint, handle as Handler, repetition);
  const parsed: Handler = (call) => once(Object.assign(call, parseInput(endpoint, call.request)));
  return cached && endpoint.response ? cacheResponses(parsed, endpoint.response, context.responses) : parsed;
}

function createContext(context: AppContext, endpoint: Endpoint) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.header(apiHeader, '1');
    if (endpoint.maxPreferredPage !== undefined)
      reply.header('vary', [reply.getHeader('vary') ?? [], 'Prefer'].flat().join(', '));
    request.context = new RequestContext(context, request, reply, endpoint);
    done();
  };
}
