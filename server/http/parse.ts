import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Message, messageOf } from '#contract/messages.ts';
import { serverMessages } from '#contract/server-messages.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, notFound } from './errors.ts';

const maxDepth = 32;
/** More keys than any request has. Each unknown or wrong one takes time of all users to be refused. */
const maxKeys = 2_000;

/**
 * Takes JSON in UTF-8 and nothing else. An empty body is none, with any type; keys that could reach an object's
 * prototype, and nesting deeper than any endpoint needs, are refused.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
      done(new AppError('unsupported_media_type', serverMessages.notUtf8()));
      return;
    }
    const text = decode(body as Buffer);
    if (text === '') return done(null, undefined);
    if (text === undefined) return done(notJson());
    const wrong = shapeError(text);
    if (wrong) return done(new AppError('invalid_input', wrong));
    void parseJson(request, text, (error, value) => (error ? done(notJson()) : done(null, value)));
  });
}

function notJson(): AppError {
  return new AppError('invalid_input', serverMessages.notJson());
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(body: Buffer): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

/** The message for JSON of too many levels or keys. Checked before parsing, which would recurse as deep as the text does. */
function shapeError(json: string): Message | undefined {
  let depth = 0;
  let keys = 0;
  let inString = false;
  for (let i = 0; i < json.length; i += 1) {
    const char = json[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > maxDepth) return serverMessages.notJson();
    } else if (char === '}' || char === ']') depth -= 1;
    else if (char === ':') {
      keys += 1;
      if (keys > maxKeys) return serverMessages.tooManyKeys({ max: maxKeys });
    }
  }
  return undefined;
}

/** Of the unknown fields of a request, so many are named: each takes more bytes of the response than of the request. */
const namedKeys = 20;

/**
 * Parses one part of a request by its schema.
 * @throws AppError 400 whose message is the first thing wrong and whose `fields` name each
 */
function parse<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  // No plain object, whose inherited names a caller could send as well.
  const fields = new Map<string, Message>();
  const note = (field: string, message: Message) => fields.has(field) || fields.set(field, message);
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, namedKeys))
        note(key, serverMessages.unknownField({ name: key.slice(0, 100) }));
    } else if (issue.path.length > 0) {
      note(String(issue.path[0]), messageOf(issue) ?? serverMessages.invalid());
    }
  }
  const [message = serverMessages.badBody()] = fields.values();
  throw new AppError('invalid_input', message, { fields: Object.fromEntries(fields) });
}

const noQuery = z.strictObject({});

/**
 * Parses the input of an endpoint.
 * @throws AppError 404 for parameters of the path that nothing can have, 400 for the rest
 */
export function parseInput(endpoint: Endpoint, request: { params: unknown; query: unknown; body: unknown }) {
  return {
    params: parseParams(endpoint, request.params),
    query: parse(endpoint.query ?? noQuery, request.query),
    body: endpoint.body ? parse(endpoint.body, request.body) : undefined,
  };
}

function parseParams(endpoint: Endpoint, params: unknown): unknown {
  if (!endpoint.params) return undefined;
  const parsed = endpoint.params.safeParse(params);
  if (!parsed.success) throw notFound(endpoint);
  return parsed.data;
}
