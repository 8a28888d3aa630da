import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type ResolverResult,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import { isSameInput } from '#contract/bugs/field.ts';
import type * as z from 'zod/mini';
import { failureOf, type FormOptions, messagesByField, type Problem } from './problem.ts';

interface Options<In extends FieldValues, Out> extends FormOptions<In, Out> {
  /** Called when the value of a field changes. */
  onChange?: () => void;
}

interface ScreenForm<In extends FieldValues, Out> {
  readonly form: UseFormReturn<In, unknown, Out>;
  readonly problem: Problem | undefined;
  readonly busy: boolean;
  readonly submit: () => Promise<void>;
}

/**
 * The behaviour of forms on all screens: rules are checked on submit, a change of a field removes its message, any change
 * and a new submit remove the alert, and typed text is never lost.
 */
export function useScreenForm<In extends FieldValues, Out>(options: Options<In, Out>): ScreenForm<In, Out> {
  const { schema, defaultValues, send } = options;
  const [problem, setProblem] = useState<Problem>();
  const form = useForm<In, unknown, Out>({
    resolver: (values) => checked(schema.safeParse(values)),
    defaultValues: defaultValues as DefaultValues<In>,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  });

  // The library reports every change of its state; only changes of values matter here.
  const held = useRef<In>(defaultValues);
  const onValues = useEffectEvent((values: In) => {
    const changed = Object.keys(values).filter((name) => !isSameInput(values[name], held.current[name]));
    held.current = values;
    if (changed.length === 0) return;
    setProblem(undefined);
    const judged = changed.flatMap((name) => options.judgedTogether?.[name] ?? []);
    // A server message about another field does not depend on this one.
    const byRule = judged.filter((name) => form.formState.errors[name]?.type !== 'server');
    form.clearErrors([...changed, ...byRule] as FieldPath<In>[]);
    options.onChange?.();
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => onValues({ ...values }) }),
    [form],
  );

  async function sendOrExplain(values: Out): Promise<void> {
    try {
      await send(values);
    } catch (error) {
      const failure = failureOf(options.problem, error, form.getValues());
      for (const [name, message] of failure.messages)
        form.setError(name as FieldPath<In>, { type: 'server', message });
      setProblem(failure.problem);
    }
  }

  return {
    form,
    problem,
    busy: form.formState.isSubmitting,
    async submit() {
      if (form.formState.isSubmitting) return;
      setProblem(undefined);
      await form.handleSubmit(sendOrExplain)();
    },
  };
}

/** The validation result in the form library's shape. */
function checked<In extends FieldValues, Out>(
  parsed: z.core.util.SafeParseResult<Out>,
): ResolverResult<In, Out> {
  if (parsed.success) return { values: parsed.data, errors: {} };
  const messages = Object.entries(messagesByField(parsed.error.issues));
  const errors = messages.map(([name, message]) => [name, { type: 'rule', message }]);
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<In> };
}
