import { ApiError } from '#web/lib/api/api-error.ts';
import { inWords } from '#web/lib/api/retry-after.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { texts } from './texts.ts';

/**
 * The message of the login screen: "Invalid credentials" for every refusal (4xx, but for too many tries). For other failures,
 * the message of the cause, as that of the auth layer is general.
 */
export function loginProblem(error: unknown): Problem {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ApiError)) return problemOf(texts.loginFailed, cause);
  const isRefused = cause.status >= 400 && cause.status < 500 && cause.status !== 429;
  if (isRefused) return problemOf(texts.invalidCredentials, error);
  const text = tooManyTries(cause);
  return text === undefined ? problemOf(texts.loginFailed, cause) : { title: texts.loginFailed, text };
}

/** The message for too many tries, with the time of the next; undefined for another failure, or without a time. */
export function tooManyTries({ status, retryAfter }: ApiError): string | undefined {
  return status === 429 && retryAfter !== undefined ? texts.tooManyTries(inWords(retryAfter)) : undefined;
}
