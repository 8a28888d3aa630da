import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { inWords } from '#web/lib/api/headers.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { texts } from './texts.ts';

/** Shows a page to signed-out users. After a sign-in, here or in another tab, redirects to the requested page. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { state } = useAuth();
  const router = useRouter();
  const signedIn = state.status === 'signed-in';
  useEffect(() => {
    if (signedIn) router.history.replace(router.latestLocation.state.returnTo ?? '/');
  }, [signedIn, router]);
  return state.status === 'signed-out' ? children : <LoadingText />;
}

/**
 * The login screen's message: "Invalid credentials" for every refusal (4xx) except too many attempts. For other
 * failures, the message of the cause, because that of the auth layer is generic.
 */
export function loginProblem(error: unknown): Problem {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ApiError)) return problemOf(texts.loginFailed, cause);
  const isRefused = cause.status >= 400 && cause.status < 500 && cause.status !== 429;
  if (isRefused) return problemOf(texts.invalidCredentials, error);
  const text = tooManyTries(cause);
  return text === undefined ? problemOf(texts.loginFailed, cause) : { title: texts.loginFailed, text };
}

/**
 * The message for too many attempts, with the time of the next one; undefined for other failures, or without a time.
 */
export function tooManyTries({ status, retryAfter }: ApiError): string | undefined {
  return status === 429 && retryAfter !== undefined ? texts.tooManyTries(inWords(retryAfter)) : undefined;
}
