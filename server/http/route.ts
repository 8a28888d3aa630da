import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { apiHeader, type Endpoint, type Output } from '#contract/endpoint.ts';
import { sinceHeader } from '#contract/live.ts';
import { engineOf } from '#server/db/dialect.ts';
import { type Origin, emitter } from '#server/events.ts';
import { Answer } from './answer.ts';
import { ClientConnection } from './client-connection.ts';
import { DatabaseTime, forRequest } from './database-time.ts';
import { AppError, ClientGone, notFound } from './errors.ts';
import { type Replay, once, onceOnly } from './idempotency.ts';
import { parse } from './parse.ts';
import { ReadDeadline } from './read-deadline.ts';
import type { AppContext, CachedResponse, Call, Handed, RequestContext } from './request-context.ts';
import { noteUse } from './session-queries.ts';
import { type Caller, confirmedWrite, findCaller, unauthorized } from './session.ts';
import { bearerToken } from './token.ts';

interface RouteOptions<E extends Endpoint> {
  /** What is done first whenever the endpoint is called with valid input, also when a request comes again. */
  before?: (call: Call<E>) => Promise<void>;
  replay?: Replay<Call<E>>;
}

export interface Route extends RouteOptions<Endpoint> {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<Endpoint>) => Promise<unknown>;
  /** Whether an answer depends on nothing but the database, the address and the caller, so that it can be given again. */
  readonly isKept: boolean;
}

/** Binds an endpoint of the contract to the function that answers it. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Output<E> | Answer<Output<E>>>,
  options: RouteOptions<E> = {},
): Route {
  // The call is parsed by this very endpoint's schemas before it is handed over.
  return {
    endpoint,
    handle: handle as Route['handle'],
    isKept: false,
    ...(options as RouteOptions<Endpoint>),
  };
}

/** The same for one that only reads, and often the same: what it answers is given again until something is committed. */
export function readRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Output<E> | Answer<Output<E>>>,
): Route {
  return { ...route(endpoint, handle), isKept: true };
}

const noQuery = z.strictObject({});

/** Serves the route: session, input, handler, answer, in this order. */
export function serve(app: FastifyInstance, context: AppContext, served: Route): void {
  const { endpoint, isKept } = served;
  const { method, path, access, bodyLimit, status } = endpoint;
  app.route({
    method,
    url: path,
    config: { queued: true },
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(endpoint.response && { schema: { response: { [status]: responseSchema(endpoint.response) } } }),
    onRequest: async (request, reply) => {
      reply.header(apiHeader, '1');
      const own = (request.handed = handedTo(request, reply, context));
      if (access === 'public') return;
      // Taken before anything is read: a stream from here on may repeat a change, but misses none.
      reply.header(sinceHeader, context.live.last);
      // Once for each request: it costs as much as reading a row.
      request.readSince = context.state();
      const caller = await authenticate(request, own);
      request.caller = caller;
      context.metrics.admission.identify(caller.token, caller._id);
      if (access === 'admin' && caller.role !== 'admin') {
        const refusal = new AppError('forbidden', 'Only admins can do this');
        await noteRefusal(request, context, endpoint, refusal);
        throw refusal;
      }
    },
    handler: async (request, reply) => {
      const own = request.handed ?? handedTo(request, reply, context);
      own.client.throwIfClosed();
      const key = isKept ? `${request.caller?._id} ${request.url}` : undefined;
      const known = key && context.answers.get(key, request.readSince);
      if (known) return reply.code(status).headers(known.headers).send(known.body);
      const work = workFor(request, own);
      const call = {
        ...work,
        caller: request.caller ?? undefined,
        params: parseParams(endpoint, request.params),
        query: parse(endpoint.query ?? noQuery, request.query),
        body: endpoint.body ? parse(endpoint.body, request.body) : undefined,
        headers: request.headers,
      } as Call<Endpoint>;
      try {
        const answer = await carryOut(served, call, request);
        reply.code(status);
        if (key === undefined) return send(reply, answer);
        return sendAndKeep(reply, answer, (kept) => context.answers.keep(key, kept, request.readSince));
      } catch (error) {
        await noteRefusal(request, context, endpoint, error);
        throw error;
      }
    },
  });
}

/** Calls the handler, once where the request may come again. */
async function carryOut(
  { endpoint, handle, before, replay }: Route,
  call: Call<Endpoint>,
  { headers, body, caller }: FastifyRequest,
): Promise<unknown> {
  const repeatable = onceOnly(endpoint, {
    key: headers['idempotency-key'],
    caller: caller ?? undefined,
    body: replay ? replay.identity(call.body) : body,
    at: call.now(),
  });
  await before?.(call);
  if (!repeatable) return handle(call);
  const again = replay && (() => replay.answer(call));
  return once(call, repeatable, (write) => handle({ ...call, write }), again);
}

const maxDevice = 200;

function handedTo(request: FastifyRequest, reply: FastifyReply, context: AppContext): Handed {
  const client = new ClientConnection(request, reply);
  const time = (request.databaseTime = new DatabaseTime());
  return forRequest(context, { time, client, deadline: new ReadDeadline(client, context.readTime) });
}

function workFor(request: FastifyRequest, own: Handed): RequestContext {
  const device = (request.headers['user-agent'] ?? '').slice(0, maxDevice);
  const { caller } = request;
  return {
    ...own,
    write: caller ? confirmedWrite(own.write, caller, own.now) : own.write,
    writeUnconfirmed: own.write,
    emit: emitter(own.listeners, originOf(request, own)),
    address: request.ip,
    device,
  };
}

function originOf({ caller, ip: address, id: requestId }: FastifyRequest, { now }: AppContext): Origin {
  return { actorId: caller?._id, address, requestId, at: now() };
}

/**
 * Notes what a signed-in caller may not do, also where the client has gone. That it could not be noted changes nothing for
 * the caller.
 */
async function noteRefusal(
  request: FastifyRequest,
  context: AppContext,
  { method, path }: Endpoint,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'forbidden') return;
  await context.refusals.note(originOf(request, context), `${method} ${path}`);
}

/** From the schema, so that an answer can carry no field that the contract does not name. */
function responseSchema(schema: z.core.$ZodType): unknown {
  return z.toJSONSchema(schema, { target: 'draft-7', io: 'output' });
}

async function authenticate(request: FastifyRequest, context: AppContext): Promise<Caller> {
  const token = bearerToken(request.headers.authorization);
  const now = context.now();
  const found = token === undefined ? undefined : await findCaller(context, token, now, request.readSince);
  if (!found) throw unauthorized();
  if (found.stale) {
    const note = context.write((tx) => noteUse(tx, found.caller.token, request.ip, now));
    await note.catch((error: unknown) => {
      // A disk that is full must not keep people from reading; a database that is away does.
      if (engineOf(context.db).failure(error) === 'away') throw error;
      request.log.warn({ err: error }, 'could not note the use of a session');
    });
  }
  return found.caller;
}

function parseParams(endpoint: Endpoint, params: unknown): unknown {
  if (!endpoint.params) return undefined;
  const parsed = endpoint.params.safeParse(params);
  if (!parsed.success) throw notFound(endpoint);
  return parsed.data;
}

function send(reply: FastifyReply, result: unknown): unknown {
  if (!(result instanceof Answer)) return reply.send(result);
  reply.headers(result.headers);
  if (!(result.body instanceof Readable)) return reply.send(result.body);
  if (reply.request.method !== 'HEAD') {
    // Too late for a status: the connection is cut, and only the log says why.
    result.body.once('error', (error: Error) => {
      if (!(error instanceof ClientGone)) reply.log.error({ err: error }, 'answer broken off');
    });
    return reply.send(result.body);
  }
  // Nobody would read it, and a live stream that nobody reads would stay open for ever.
  result.body.destroy();
  return reply.send(Readable.from([]));
}

const short = 8_192;

/** Sends an answer; keeps it, unless it is a stream. */
function sendAndKeep(reply: FastifyReply, result: unknown, keep: (answer: CachedResponse) => void): unknown {
  const { body, headers } = result instanceof Answer ? (result as Answer<unknown>) : new Answer(result, {});
  if (body instanceof Readable) return send(reply, result);
  const text = reply.serialize(body) as string;
  const answer = {
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    // A short text goes out in one piece with the head; a long one would be encoded anew each time.
    body: text.length < short ? text : Buffer.from(text),
  };
  keep(answer);
  return reply.headers(answer.headers).send(answer.body);
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** What its handler works with. */
    handed: Handed | null;
    /** The state of the database before anything was read for it. */
    readSince: number | undefined;
  }
}
