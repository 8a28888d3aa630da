import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorBody, type ErrorCode, errorCodes } from '#contract/errors.ts';
import type { Failure } from '#server/db/dialect.ts';

interface Extras {
  /** Which field is wrong, and how. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** What the body carries beyond the usual. */
  body?: Record<string, unknown>;
}

/** A refusal that the caller is told of; `code` decides the status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** Work was not begun, or given up, because the client that asked for it has closed its connection. */
export class ClientGone extends Error {
  constructor() {
    super('The client has closed its connection');
  }
}

/** A 400 about one field. */
export function fieldError(field: string, message: string, code: ErrorCode = 'invalid_input'): AppError {
  return new AppError(code, message, { fields: { [field]: message } });
}

/** A 404 in the words of the endpoint, where it has any. */
export function notFound({ notFound: message = 'Not found' }: Pick<Endpoint, 'notFound'> = {}): AppError {
  return new AppError('not_found', message);
}

/** A refusal for now, which says in how many seconds to try again. */
export function tryLater(
  message: string,
  { code = 'unavailable', seconds = 2 }: { code?: ErrorCode; seconds?: number } = {},
): AppError {
  return new AppError(code, message, { headers: { 'retry-after': String(seconds) } });
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A 429 for what happens too often, which says in words and in Retry-After when to try again: after so many milliseconds. */
export function tooManyRequests(what: string, wait: number): AppError {
  const seconds = Math.ceil(wait / 1000);
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? ['second', 1];
  const count = Math.ceil(seconds / length);
  const message = `${what}. Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
  return tryLater(message, { code: 'too_many_requests', seconds });
}

/** There is more to do than can be done. */
export function busy(): AppError {
  return tryLater('The server is busy. Try again in a moment.');
}

const failures: Record<Failure, () => AppError | undefined> = {
  busy,
  conflict: busy,
  away: () =>
    tryLater('The server cannot reach its database. Try again in a moment.', { code: 'database_lost' }),
  invalid: () => new AppError('invalid_input', 'The request has a value that cannot be looked up'),
  full: () => tryLater('The server’s disk is full: nothing was saved. Ask its operator to make room.'),
  io: () => tryLater('The server could not reach its storage: nothing was saved. Try again in a moment.'),
  unique: () => undefined,
  reference: () => undefined,
};

/** What Fastify itself refuses, in this product's words. */
const frameworkErrors: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('payload_too_large', 'The request is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_media_type', 'The body must be application/json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError(
    'invalid_input',
    'The body is not as long as Content-Length says',
  ),
  FST_ERR_BAD_URL: notFound(),
  FST_ERR_MAX_PARAM_LENGTH: notFound(),
  FST_ERR_SERVICE_UNAVAILABLE: busy(),
};

/** Finds what to tell the caller about an error; anything unforeseen is an internal one, with nothing of it told. */
export function toAppError(error: unknown, failureOf: (error: unknown) => Failure | undefined): AppError {
  if (error instanceof AppError) return error;
  // Not sent to anyone.
  if (error instanceof ClientGone) return busy();
  const { code = '', statusCode = 500 } = (error ?? {}) as Partial<FastifyError>;
  const framework = frameworkErrors[code];
  if (framework) return framework;
  // One that a later version of the framework adds is no fault of the server either.
  if (code.startsWith('FST_') && statusCode < 500)
    return new AppError('invalid_input', 'Not a valid HTTP request');
  const failure = failureOf(error);
  return (failure && failures[failure]()) ?? new AppError('internal', 'Something went wrong on the server');
}

/** The body that tells of a failure. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { fields, body } = error.extras;
  return { message: error.message, code: error.code, ...(fields && { fields }), requestId, ...body };
}

/** Answers with the error, and logs it with its cause where it is the server's own. */
export function sendError(request: FastifyRequest, reply: FastifyReply, cause: unknown, error: AppError) {
  // A refusal for now is expected, and has no cause to find: under overload, a stack for each is work that is lacking elsewhere.
  if (cause instanceof AppError && error.status === 503)
    request.log.warn({ reason: cause.message }, 'request refused');
  else if (error.status >= 500 && !(cause instanceof ClientGone))
    request.log.error({ err: cause }, 'request failed');
  return reply
    .code(error.status)
    .headers(error.extras.headers ?? {})
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error, request.id));
}
