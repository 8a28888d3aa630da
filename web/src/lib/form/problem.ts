import { reasonOf } from '#web/lib/api/api-error.ts';

/** The failure of a whole form: the screen's own message, and the reason if it adds information. */
export interface Problem {
  readonly title: string;
  readonly text?: string;
}

/** The problem for a failure under a screen's title; the reason is omitted if it repeats the title. */
export function problemOf(title: string, error: unknown): Problem {
  const text = reasonOf(error);
  return text === title ? { title } : { title, text };
}
