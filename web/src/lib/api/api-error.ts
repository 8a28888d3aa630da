import { errorBody, type ErrorCode } from '#contract/errors.ts';
import { translated } from './messages.ts';
import { texts } from './texts.ts';

/** Why a call failed. `status` is 0 where no answer came; `serverMessage` is there only if the server sent one. Messages are in the language of the screens. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly serverMessage: string | undefined;
  /** Messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the server's log calls the request, where it told. */
  readonly requestId: string | undefined;
  /** In how many seconds to try again, where the server told. */
  readonly retryAfter: number | undefined;
  /** The body as it came, for answers that carry more than the usual. */
  readonly body: unknown;

  constructor(status: number, body: unknown, options?: ErrorOptions & { retryAfter?: number | undefined }) {
    const parsed = errorBody.safeParse(body);
    const message = parsed.data && translated(parsed.data.message);
    super(message ?? describe(status), options);
    this.status = status;
    this.code = parsed.data?.code;
    this.serverMessage = message;
    this.fields = mapValues(parsed.data?.fields ?? {}, translated);
    this.requestId = parsed.data?.requestId;
    this.retryAfter = options?.retryAfter;
    this.body = body;
  }
}

/** A call that needs a session was made without a saved token; nothing was sent. */
export class MissingTokenError extends Error {
  override name = 'MissingTokenError';
  override message = texts.noToken;
}

/** Whether trying again may help: no answer, or the server or a proxy says that it is busy. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

/** Whether nobody of ours answered: there was no answer, or it was a proxy's. */
export function isSilence(error: unknown): boolean {
  return isPassing(error) && (error as ApiError).code === undefined;
}

/** Whether what was asked is certain not to have been done: it was refused, or not even sent. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof MissingTokenError) return true;
  if (!(error instanceof ApiError) || error.code === 'database_lost') return false;
  return error.status >= 400 && !isSilence(error);
}

/**
 * What to tell a person about a failure: the server's own words, or ours where it sent none. A fault of the server has the
 * request's id with it, by which whoever runs the server finds it in the log.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 500 && error.requestId !== undefined)
    return `${error.message} ${texts.request(error.requestId)}`;
  if (error instanceof Error && isForPeople(error)) return error.message;
  return texts.unexpected;
}

/** Errors of the application are worded for people; those of the platform are not. */
export function isForPeople(error: Error): boolean {
  return error instanceof ApiError || error instanceof MissingTokenError || error.name === 'AuthError';
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

function describe(status: number): string {
  if (status === 0) return texts.unreachable;
  if (status === 200) return texts.unreadable;
  return texts.failed(status);
}
