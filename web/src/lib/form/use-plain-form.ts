import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { translated } from '#web/lib/api/messages.ts';
import type { TextInputProps } from '#web/ui/TextInput.tsx';
import { type Problem, problemOf } from './problem.ts';

type Texts = Record<string, string>;
type Messages<In> = { [Name in keyof In]?: string | undefined };

interface Options<In extends Texts, Out> {
  /** The rules of the screen. Their messages appear beside the fields. */
  schema: z.ZodMiniType<Out, In>;
  defaultValues: In;
  /** Sends the form. What it throws is shown by `problem`, and beside the fields that the server names. */
  send: (values: Out) => Promise<void>;
  /** The screen's message for a failure, or the whole problem drawn from the error. */
  problem: string | ((error: unknown) => Problem);
}

/**
 * A form of a few texts, for the screens before signing in. It behaves as `useScreenForm` does, without the form
 * library, which would be a tenth of all that these screens load.
 */
export function usePlainForm<In extends Texts, Out>(options: Options<In, Out>) {
  const { schema, send, problem: describe } = options;
  const [values, setValues] = useState(options.defaultValues);
  const [messages, setMessages] = useState<Messages<In>>({});
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const inputs = useRef(new Map<keyof In, HTMLInputElement | null>());

  async function sendOrExplain(parsed: Out): Promise<void> {
    setBusy(true);
    try {
      await send(parsed);
    } catch (error) {
      setMessages(messagesIn(error, values));
      setProblem(typeof describe === 'string' ? problemOf(describe, error) : describe(error));
    }
    setBusy(false);
  }

  return {
    problem,
    busy,
    async submit(): Promise<void> {
      if (busy) return;
      setProblem(undefined);
      const parsed = schema.safeParse(values);
      const wrong: Messages<In> = parsed.success ? {} : firstMessages(parsed.error.issues);
      setMessages(wrong);
      if (parsed.success) return sendOrExplain(parsed.data);
      const first = Object.keys(values).find((name) => wrong[name] !== undefined);
      inputs.current.get(first ?? '')?.focus();
    },
    /** What the field of this name needs. */
    field: (name: keyof In & string) =>
      ({
        name,
        value: values[name] ?? '',
        error: messages[name],
        inputRef: (input: HTMLInputElement | null) => void inputs.current.set(name, input),
        onChange: ({ target }) => {
          setValues({ ...values, [name]: target.value });
          setMessages({ ...messages, [name]: undefined });
          setProblem(undefined);
        },
      }) satisfies Partial<TextInputProps>,
  };
}

function firstMessages<In>(issues: readonly z.core.$ZodIssue[]): Messages<In> {
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0]), translated(message)]),
  ) as Messages<In>;
}

/** The server's messages, for the fields that this form has. */
function messagesIn<In extends Texts>(error: unknown, values: In): Messages<In> {
  if (!(error instanceof Error) || !('fields' in error)) return {};
  const named = Object.entries(error.fields as Texts).filter(([name]) => name in values);
  return Object.fromEntries(named) as Messages<In>;
}
