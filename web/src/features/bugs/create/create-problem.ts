import { MissingTokenError } from '#web/lib/api/api-error.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';

/** What the create screen says of a failure. Without a token there is one thing to say, whatever was tried. */
export function createProblem(title: string, error: unknown): Problem {
  return problemOf(error instanceof MissingTokenError ? error.message : title, error);
}
