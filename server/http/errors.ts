import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorBody, type ErrorCode, errorCodes } from '#contract/errors.ts';
import type { Message } from '#contract/messages.ts';
import { serverMessages } from '#contract/server-messages.ts';
import type { Wait } from '#contract/accounts/users.ts';
import type { Failure } from '#server/engine/dialect.ts';
import { ReadRefused, ReadTooExpensive } from '#server/engine/store.ts';

interface Extras {
  /** Which field is wrong, and how. */
  fields?: Readonly<Record<string, Message>>;
  headers?: Record<string, string>;
  /** Further fields of the body. */
  body?: Record<string, unknown>;
}

/** A refusal that is sent to the caller; `code` decides the status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** The message as key and values; `message` is its English text. */
  readonly said: Message;
  readonly extras: Extras;

  constructor(code: ErrorCode, said: Message, extras: Extras = {}) {
    super(said.text);
    this.code = code;
    this.said = said;
    this.extras = extras;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** Work was not started, or was aborted, because the client has closed its connection. */
export class ClientGone extends Error {
  constructor() {
    super('The client has closed its connection');
  }
}

/** A 400 about one field. */
export function fieldError(field: string, message: Message, code: ErrorCode = 'invalid_input'): AppError {
  return new AppError(code, message, { fields: { [field]: message } });
}

/** A 404 with the endpoint's own message, if it has one. */
export function notFound({ notFound: message }: Pick<Endpoint, 'notFound'> = {}): AppError {
  return new AppError('not_found', message ?? serverMessages.notFound());
}

/** A temporary refusal with the number of seconds until the next try. */
export function tryLater(
  message: Message,
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

/** A 429 with the time of the next try in its message and in Retry-After: after `wait` milliseconds. */
export function tooManyRequests(message: (wait: Wait) => Message, wait: number): AppError {
  const seconds = Math.ceil(wait / 1000);
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? ['second', 1];
  const count = Math.ceil(seconds / length);
  return tryLater(message({ count, unit }), { code: 'too_many_requests', seconds });
}

/** There is more work than capacity. */
export function busy(): AppError {
  return tryLater(serverMessages.busy());
}

/** A read takes too long, and would take too long again. */
export function tooExpensive(): AppError {
  return tryLater(serverMessages.tooExpensive(), { code: 'too_expensive' });
}

const failures: Record<Failure, () => AppError | undefined> = {
  busy,
  conflict: busy,
  away: () => tryLater(serverMessages.databaseAway(), { code: 'database_lost' }),
  invalid: () => new AppError('invalid_input', serverMessages.invalidValue()),
  full: () => tryLater(serverMessages.diskFull()),
  io: () => tryLater(serverMessages.storageAway()),
  unique: () => undefined,
  reference: () => undefined,
};

/** Errors of the operating system if the disk for uploads fails or is full. */
const diskFailures: Record<string, Failure> = {
  EDQUOT: 'full',
  EFBIG: 'full',
  EIO: 'io',
  ENOSPC: 'full',
  EROFS: 'io',
};

/** Translates Fastify's errors into our own. */
const frameworkErrors: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('payload_too_large', serverMessages.tooLarge()),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_media_type', serverMessages.wrongMediaType()),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid_input', serverMessages.badBodyLength()),
  FST_ERR_BAD_URL: notFound(),
  FST_ERR_MAX_PARAM_LENGTH: notFound(),
  FST_ERR_SERVICE_UNAVAILABLE: busy(),
};

/** Maps an error to the one for the caller; an unforeseen error becomes an internal one without details. */
function toAppError(error: unknown, failureOf: (error: unknown) => Failure | undefined): AppError {
  if (error instanceof AppError) return error;
  // The answer is not sent to anyone.
  if (error instanceof ClientGone) return busy();
  if (error instanceof ReadTooExpensive) return tooExpensive();
  const { code = '', statusCode = 500 } = (error ?? {}) as Partial<FastifyError>;
  const framework = frameworkErrors[code];
  if (framework) return framework;
  // Errors that a later version of the framework adds are no fault of the server either.
  if (code.startsWith('FST_') && statusCode < 500)
    return new AppError('invalid_input', serverMessages.badRequest());
  const failure = failureOf(error) ?? diskFailures[code];
  return (failure && failures[failure]()) ?? new AppError('internal', serverMessages.internal());
}

/** The response body of a failure. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { said, code, extras } = error;
  const { fields, body } = extras;
  return {
    message: said.text,
    code,
    ...(fields && { fields: mapped(fields, ({ text }) => text) }),
    i18n: { message: translatable(said), ...(fields && { fields: mapped(fields, translatable) }) },
    requestId,
    ...body,
  };
}

function translatable({ key, params }: Message) {
  return { key, params };
}

function mapped<T>(fields: Readonly<Record<string, Message>>, map: (message: Message) => T) {
  return Object.fromEntries(Object.entries(fields).map(([field, message]) => [field, map(message)]));
}

/** Answers with an error, and logs it if it is a fault of the server. `failureOf` classifies errors of the database. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  cause: unknown,
  failureOf: (error: unknown) => Failure | undefined = () => undefined,
) {
  const error = toAppError(cause, failureOf);
  // A temporary refusal is expected and needs no investigation: under overload, logging a stack for each would take
  // time needed elsewhere.
  const isExpected =
    cause instanceof AppError || cause instanceof ReadRefused || cause instanceof ReadTooExpensive;
  // The client has left while its body arrived, or before.
  const hasLeft = cause instanceof ClientGone || cause === request.raw.errored;
  if (isExpected && error.status === 503) request.log.warn({ reason: cause.message }, 'request refused');
  else if (error.status >= 500 && !hasLeft) request.log.error({ err: cause }, 'request failed');
  // Fastify closes the connection after an unread body: the reset can overtake the response, which a proxy then reports
  // as its own failure.
  if (error.code === 'payload_too_large') reply.removeHeader('connection');
  return reply
    .code(error.status)
    .headers(error.extras.headers ?? {})
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error, request.id));
}
