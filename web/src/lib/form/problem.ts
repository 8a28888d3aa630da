import type * as z from 'zod/mini';
import { messageOf } from '#contract/messages.ts';
import { reasonOf, translated } from '#web/lib/api/api-error.ts';

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

/** The options of every form, with or without the form library. */
export interface FormOptions<In, Out> {
  /** The rules checked here. Their messages appear beside the fields. */
  schema: z.ZodMiniType<Out, In>;
  defaultValues: In;
  /** For each field, the other fields whose rules depend on it: their messages are removed when it changes. */
  judgedTogether?: { readonly [Name in keyof In]?: readonly (keyof In & string)[] };
  /** Sends the form. `problem` gives the message of its errors; messages for fields appear beside these. */
  send: (values: Out) => Promise<void>;
  /** The screen's message for a failure, or the whole problem derived from the error. */
  problem: string | ((error: unknown) => Problem);
}

/** The failure of a form that could not be sent: the overall problem, and the messages of its fields. */
export function failureOf<In extends object>(
  problem: FormOptions<never, never>['problem'],
  error: unknown,
  values: In,
): { problem: Problem; messages: [name: keyof In & string, message: string][] } {
  const whole = typeof problem === 'string' ? problemOf(problem, error) : problem(error);
  // A message is shown only once: the field that the notice is about is merely marked.
  const messages = messagesIn(error, values).map(([name, message]): [keyof In & string, string] => [
    name,
    message === whole.text ? '' : message,
  ]);
  return { problem: whole, messages };
}

/** The first message of each field that violates a rule, in the language of the screens. */
export function messagesByField(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const texts = issues.toReversed().map((issue) => {
    const message = messageOf(issue);
    return [String(issue.path[0]), (message && translated(message)) ?? issue.message];
  });
  return Object.fromEntries(texts) as Record<string, string>;
}

/** The server's messages for a form's fields (the keys of `values`) and for parts of them, as in `custom.key`. */
function messagesIn<In extends object>(
  error: unknown,
  values: In,
): [name: keyof In & string, message: string][] {
  if (!(error instanceof Error) || !('fields' in error)) return [];
  const named = Object.entries(error.fields as Record<string, string>);
  return named.filter(
    (entry): entry is [keyof In & string, string] => (entry[0].split('.')[0] ?? '') in values,
  );
}
