import { errorBody, type ErrorCode } from '#contract/errors.ts';

/** Why a call failed. `status` is 0 where no answer came; `serverMessage` is there only if the server sent one. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly serverMessage: string | undefined;
  /** Messages by field, as the server gave them. */
  readonly fields: Readonly<Record<string, string>>;
  /** The body as it came, for answers that carry more than the usual. */
  readonly body: unknown;

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    const parsed = errorBody.safeParse(body);
    super(parsed.data?.message ?? describe(status), options);
    this.status = status;
    this.code = parsed.data?.code;
    this.serverMessage = parsed.data?.message;
    this.fields = parsed.data?.fields ?? {};
    this.body = body;
  }
}

/** A call that needs a session was made without a saved token; nothing was sent. */
export class MissingTokenError extends Error {
  override name = 'MissingTokenError';
  override message = 'Authentication token not found';
}

/** Whether trying again may help: no answer, or the server or a proxy says that it is busy. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

/** Whether nobody of ours answered: there was no answer, or it was a proxy's. */
export function isSilence(error: unknown): boolean {
  return isPassing(error) && (error as ApiError).code === undefined;
}

/** What to tell a person about a failure: the server's own words, or ours where it sent none. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && isForPeople(error)) return error.message;
  return 'Something unexpected happened. Try again.';
}

/** Errors of the application are worded for people; those of the platform are not. */
function isForPeople(error: Error): boolean {
  return error instanceof ApiError || error instanceof MissingTokenError || error.name === 'AuthError';
}

function describe(status: number): string {
  if (status === 0) return 'The server cannot be reached. Check the connection and try again.';
  if (status === 200) return 'The server sent an answer that this page does not understand. Reload the page.';
  return `The server answered with an error (${status}). Try again.`;
}
