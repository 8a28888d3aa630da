import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ClientGone } from './errors.ts';

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
  // It accepts any value, in spite of its type: lists are bodies, too.
  const serialize = reply.compileSerializationSchema({ ...json }) as Serializer;
  compiled.set(schema, serialize);
  return serialize;
}
