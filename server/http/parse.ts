import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Message, messageOf } from '#contract/messages.ts';
import { serverMessages } from '#contract/server-messages.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, notFound } from './errors.ts';

const maxDepth = 32;
/** More keys than any valid request has. Refusing unknown or wrong keys takes event loop time for each key. */
const maxKeys = 2_000;

/**
 * Accepts only JSON in UTF-8. An empty body counts as no body, with any content type. Keys that could reach an object's
 * prototype are refused, and nesting deeper than any endpoint needs.
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

/**
 * The message for JSON with too many levels or keys. Checked before parsing, which would recurse as deep as the text is
 * nested.
 */
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

/** The number of unknown fields that a refusal names: each takes more bytes in the response than in the request. */
const namedKeys = 20;

/**
 * Parses one part of a request by its schema.
 * @throws AppError 400 with the message of the first invalid field, and all of them in `fields`
 */
function parse<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  // Not a plain object, because a caller could send the names of its inherited properties.
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
 * @throws AppError 404 for invalid parameters of the path, 400 for other invalid input
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
