import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint, Output, Parsed } from '#contract/endpoint.ts';
import { sinceHeader } from '#contract/live.ts';
import type { Db } from '#server/db/schema.ts';
import type { Store } from '#server/db/open.ts';
import type { Emit } from '#server/events.ts';
import { AppError } from './errors.ts';
import type { LiveStreams } from './live-streams.ts';
import { parse } from './parse.ts';
import { type Caller, bearerToken, findCaller, noteUse } from './session.ts';

/** What every handler works with. */
export interface Context {
  db: Db;
  write: Store['write'];
  /** Tells the listeners what happened, within the transaction in which it does. */
  emit: Emit;
  live: LiveStreams;
  /** The time, which tests can set. */
  now(): Date;
}

/** A call: its input, parsed, and whoever makes it; nobody is signed in where the endpoint is public. */
export type Call<E extends Endpoint> = Context &
  Parsed<E> & {
    caller: E['access'] extends 'public' ? undefined : Caller;
    headers: FastifyRequest['headers'];
    /** The path and query of the request. */
    url: string;
  };

/** A handler's result where it is more than a body: headers, or a body that is streamed. */
export class Answer<T> {
  readonly body: T | NodeJS.ReadableStream;
  readonly headers: Record<string, string>;

  constructor(body: T | NodeJS.ReadableStream, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<Endpoint>) => Promise<unknown>;
}

/** Binds an endpoint of the contract to the function that answers it. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Output<E> | Answer<Output<E>>>,
): Route {
  // The call is parsed by this very endpoint's schemas before it is handed over.
  return { endpoint, handle: handle as Route['handle'] };
}

const noQuery = z.strictObject({});

/** Serves the route: session, input, handler, answer, in this order. */
export function serve(app: FastifyInstance, context: Context, { endpoint, handle }: Route): void {
  const { method, path, access, bodyLimit, status } = endpoint;
  app.route({
    method,
    url: path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(endpoint.response && { schema: { response: { [status]: responseSchema(endpoint.response) } } }),
    onRequest: async (request, reply) => {
      if (access === 'public') return;
      // Taken before anything is read: a stream from here on may repeat a change, but misses none.
      reply.header(sinceHeader, context.live.last);
      request.caller = await authenticate(request, context);
    },
    handler: async (request, reply) => {
      const result = await handle({
        ...context,
        caller: request.caller ?? undefined,
        params: parseParams(endpoint, request.params),
        query: parse(endpoint.query ?? noQuery, request.query),
        body: endpoint.body ? parse(endpoint.body, request.body) : undefined,
        headers: request.headers,
        url: request.url,
      } as Call<Endpoint>);
      return send(reply.code(status), result);
    },
  });
}

/** From the schema, so that an answer can carry no field that the contract does not name. */
function responseSchema(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { target: 'draft-7', io: 'output' });
}

async function authenticate(request: FastifyRequest, context: Context): Promise<Caller> {
  const token = bearerToken(request.headers.authorization);
  const now = context.now();
  const found = token === undefined ? undefined : await findCaller(context.db, token, now);
  if (!found) throw new AppError('unauthorized', 'Sign in to go on');
  if (found.stale) {
    // A disk that is full must not keep people from reading.
    await context
      .write((tx) => noteUse(tx, found.caller.token, now))
      .catch((error: unknown) => request.log.warn({ err: error }, 'could not note the use of a session'));
  }
  return found.caller;
}

function parseParams(endpoint: Endpoint, params: unknown): unknown {
  if (!endpoint.params) return undefined;
  const parsed = endpoint.params.safeParse(params);
  if (!parsed.success) throw new AppError('not_found', endpoint.notFound ?? 'Not found');
  return parsed.data;
}

function send(reply: FastifyReply, result: unknown): unknown {
  if (!(result instanceof Answer)) return reply.send(result);
  return reply.headers(result.headers).send(result.body);
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}
