import { Readable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ClientGone } from './errors.ts';
import { etag } from './headers.ts';

export const jsonType = 'application/json; charset=utf-8';

interface Options {
  /** The status, if it is not that of the endpoint. */
  status?: number;
  /** Which callers may get it from the cache of a cached route: its caller (the default), all callers, or no one. */
  cache?: 'caller' | 'shared' | 'none';
}

/** A handler's result that is more than a body: with headers, or with a body that is a stream or already serialised. */
export class Answer<T> {
  readonly body: T | NodeJS.ReadableStream | Buffer;
  readonly headers: Record<string, string>;
  readonly options: Options;

  constructor(
    body: T | NodeJS.ReadableStream | Buffer,
    headers: Record<string, string> = {},
    options: Options = {},
  ) {
    this.body = body;
    this.headers = headers;
    this.options = options;
  }
}

/** An answer with a resource, and its version as `ETag`. */
export function versioned<T extends { readonly version: number }>(
  resource: T,
  headers: Record<string, string> = {},
): Answer<T> {
  return new Answer(resource, { etag: etag(resource), ...headers });
}

/** An answer with a body that is JSON already. */
export function jsonAnswer<T>(
  json: Buffer,
  headers: Record<string, string> = {},
  options: Options = {},
): Answer<T> {
  return new Answer<T>(json, { 'content-type': jsonType, ...headers }, options);
}

const [opening, comma, closing] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

/** The JSON array of items that are JSON already. */
export function jsonArray(items: readonly Buffer[]): Buffer {
  return Buffer.concat([opening, separated(items), closing]);
}

function separated(items: readonly Buffer[]): Buffer {
  return Buffer.concat(items.flatMap((item, i) => (i === 0 ? [item] : [comma, item])));
}

/**
 * An answer that streams a JSON array in pieces, whose items are values or JSON. A piece is read once the client has
 * received the previous one, so that a slow client occupies only the memory of one piece. Other requests are served
 * between two pieces. An error of `pieces` aborts the response.
 */
export function streamArray<T>(
  pieces: AsyncIterable<readonly (T | Buffer)[]>,
  headers: Record<string, string> = {},
): Answer<T[]> {
  const body = Readable.from(piecesOfArray(pieces), { highWaterMark: 1 });
  return new Answer<T[]>(body, { ...headers, 'content-type': jsonType });
}

/** Yields buffers: strings would occupy the heap, at two bytes per character, until they are collected. */
async function* piecesOfArray<T>(pieces: AsyncIterable<readonly (T | Buffer)[]>): AsyncGenerator<Buffer> {
  yield opening;
  let isFirst = true;
  for await (const items of pieces) {
    if (items.length === 0) continue;
    const json = separated(
      items.map((item) => (Buffer.isBuffer(item) ? item : Buffer.from(JSON.stringify(item)))),
    );
    yield isFirst ? json : Buffer.concat([comma, json]);
    isFirst = false;
    await nextIteration();
  }
  yield closing;
}

/** Sends a handler's result; the body has only the fields of `schema`. For HEAD, a stream is not started. */
export function send(reply: FastifyReply, result: unknown, schema: z.core.$ZodType | undefined): unknown {
  const { body, headers, options } =
    result instanceof Answer ? (result as Answer<unknown>) : new Answer(result);
  const isOfEndpoint = options.status === undefined || options.status === reply.statusCode;
  reply.headers(headers).code(options.status ?? reply.statusCode);
  if (!(body instanceof Readable)) return sendBody(reply, body, isOfEndpoint ? schema : undefined);
  if (reply.request.method === 'HEAD') {
    // A live stream without a client would stay open for ever.
    body.destroy();
    return reply.send(Readable.from([]));
  }
  // It is too late for an error status: the connection is closed, and the reason is logged.
  body.once('error', (error: Error) => {
    if (!(error instanceof ClientGone)) reply.log.error({ err: error }, 'answer broken off');
  });
  return reply.send(body);
}

function sendBody(reply: FastifyReply, body: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (schema === undefined || body === undefined || typeof body === 'string' || Buffer.isBuffer(body))
    return reply.send(body);
  if (!reply.hasHeader('content-type')) reply.type(jsonType);
  // An error sets its own.
  return reply.serializer(responseSerializer(schema, reply)).send(body);
}

type Serializer = (body: unknown) => string;

const compiled = new WeakMap<z.core.$ZodType, Serializer>();

/**
 * The function that serialises a body of this schema as JSON, without fields that the contract does not name. It is
 * compiled for the first such response: compiling all of them took a third of a server's start.
 */
export function responseSerializer(schema: z.core.$ZodType, reply: FastifyReply): Serializer {
  const known = compiled.get(schema);
  if (known) return known;
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' });
  // Accepts any value, despite its type: lists are bodies, too.
  const serialize = reply.compileSerializationSchema({ ...json }) as Serializer;
  compiled.set(schema, serialize);
  return serialize;
}
