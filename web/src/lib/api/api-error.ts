import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
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
    // Each part counts by itself: the specification has the message alone.
    const said: Partial<Record<keyof ErrorBody, unknown>> = isObject(body) ? body : {};
    const message = isText(said.message) ? translated(said.message) : undefined;
    super(message ?? describe(status), options);
    this.status = status;
    this.code = isText(said.code) ? (said.code as ErrorCode) : undefined;
    this.serverMessage = message;
    this.fields = isObject(said.fields) ? translatedTexts(said.fields) : {};
    this.requestId = isText(said.requestId) ? said.requestId : undefined;
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

/** Whether the back end did not answer: there was no answer, or it was a proxy's, which has no message of its own. */
export function isSilence(error: unknown): boolean {
  return isPassing(error) && (error as ApiError).serverMessage === undefined;
}

/** Whether what was asked is certain not to have been done: it was refused, or not even sent. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof MissingTokenError) return true;
  if (!(error instanceof ApiError) || error.code === 'database_lost') return false;
  // Of a fault that another back end does not name, nobody knows how far it had come.
  return error.status >= 400 && (error.code !== undefined || error.status < 500);
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function translatedTexts(fields: object): Record<string, string> {
  const texted = Object.entries(fields).filter((entry): entry is [string, string] => isText(entry[1]));
  return Object.fromEntries(texted.map(([name, message]) => [name, translated(message)]));
}

function describe(status: number): string {
  if (status === 0) return texts.unreachable;
  if (status === 200) return texts.unreadable;
  return texts.failed(status);
}
