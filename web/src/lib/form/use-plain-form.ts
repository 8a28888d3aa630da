import { useRef, useState } from 'react';
import type { TextInputProps } from '#web/ui/inputs/TextInput.tsx';
import { failureOf, type FormOptions, messagesByField, type Problem } from './problem.ts';

type Texts = Record<string, string>;
type Messages<In> = { [Name in keyof In]?: string | undefined };

/**
 * A form of a few texts, for the screens before sign-in. It behaves like `useScreenForm`, without the form library,
 * which would be a tenth of everything that these screens load.
 */
export function usePlainForm<In extends Texts, Out>(options: FormOptions<In, Out>) {
  const { schema, send } = options;
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
      const failure = failureOf(options.problem, error, values);
      setMessages(Object.fromEntries(failure.messages) as Messages<In>);
      setProblem(failure.problem);
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
      const wrong: Messages<In> = parsed.success ? {} : messagesByField(parsed.error.issues);
      setMessages(wrong);
      if (parsed.success) return sendOrExplain(parsed.data);
      const first = Object.keys(values).find((name) => wrong[name] !== undefined);
      inputs.current.get(first ?? '')?.focus();
    },
    /** The properties of the field with this name. */
    field: (name: keyof In & string) =>
      ({
        name,
        value: values[name] ?? '',
        error: messages[name],
        inputRef: (input: HTMLInputElement | null) => void inputs.current.set(name, input),
        onChange: ({ target }) => {
          setValues({ ...values, [name]: target.value });
          const judged = [name, ...(options.judgedTogether?.[name] ?? [])];
          setMessages({ ...messages, ...Object.fromEntries(judged.map((field) => [field, undefined])) });
          setProblem(undefined);
        },
      }) satisfies Partial<TextInputProps>,
  };
}
