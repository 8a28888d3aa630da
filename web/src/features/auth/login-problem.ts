import { ApiError } from '#web/lib/api/api-error.ts';
import { inWords } from '#web/lib/api/retry-after.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { texts } from './texts.ts';

/**
 * What the login screen says of a failure: "Invalid credentials" where the server refused them (401), and nothing else.
 * Of any other failure it says which, also where the auth layer has no more to say than that there was one.
 */
export function loginProblem(error: unknown): Problem {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ApiError)) return problemOf(texts.loginFailed, cause);
  if (cause.status === 401) return problemOf(texts.invalidCredentials, error);
  const text = tooManyTries(cause);
  return text === undefined ? problemOf(texts.loginFailed, cause) : { title: texts.loginFailed, text };
}

/** That there were too many tries, and when to try again; undefined for another failure, and where no time is known. */
export function tooManyTries({ status, retryAfter }: ApiError): string | undefined {
  return status === 429 && retryAfter !== undefined ? texts.tooManyTries(inWords(retryAfter)) : undefined;
}
