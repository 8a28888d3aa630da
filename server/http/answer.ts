import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { ClientGone } from './errors.ts';
import { responseSerializer } from './response-serializer.ts';

/** A handler's result that is more than a body: with headers, or with a body that is a stream or already serialised. */
export class Answer<T> {
  readonly body: T | NodeJS.ReadableStream | Buffer;
  readonly headers: Record<string, string>;
  /** The status, if not that of the endpoint. */
  readonly status: number | undefined;

  constructor(body: T | NodeJS.ReadableStream | Buffer, headers: Record<string, string>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** A result that depends on the time and therefore is not cached. */
export class UncacheableAnswer<T> extends Answer<T> {}

/** A result that is the same for every caller who is allowed to ask: one cached response is for all of them. */
export class SharedAnswer<T> extends Answer<T> {}

/** Sends a handler's result; the body has only the fields of `schema`. For HEAD, a stream is not started. */
export function send(reply: FastifyReply, result: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (!(result instanceof Answer)) return sendBody(reply, result, schema);
  reply.headers(result.headers);
  const ofEndpoint = result.status === undefined || result.status === reply.statusCode;
  if (result.status !== undefined) reply.code(result.status);
  if (!(result.body instanceof Readable))
    return sendBody(reply, result.body, ofEndpoint ? schema : undefined);
  if (reply.request.method !== 'HEAD') {
    // Too late for a status: the connection is closed, and the reason is in the log.
    result.body.once('error', (error: Error) => {
      if (!(error instanceof ClientGone)) reply.log.error({ err: error }, 'answer broken off');
    });
    return reply.send(result.body);
  }
  // A live stream without a client would stay open for ever.
  result.body.destroy();
  return reply.send(Readable.from([]));
}

function sendBody(reply: FastifyReply, body: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (schema === undefined || body === undefined || typeof body === 'string' || Buffer.isBuffer(body))
    return reply.send(body);
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  // An error sets its own.
  return reply.serializer(responseSerializer(schema, reply)).send(body);
}

/** A short text is sent in one piece with the head; a long one would be encoded again for each response. */
const short = 8_192;

/** A serialised response. */
export class CachedResponse extends Answer<string | Buffer> {
  readonly size: number;

  constructor(json: string, headers: Record<string, string>) {
    const body = json.length < short ? json : Buffer.from(json);
    super(body, { 'content-type': 'application/json; charset=utf-8', ...headers });
    this.size = body.length;
  }
}
