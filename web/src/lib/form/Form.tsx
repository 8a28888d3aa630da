import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { FormLayout } from '#web/ui/FormLayout.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Problem } from './problem.ts';

interface Props {
  form: { readonly problem: Problem | undefined; readonly submit: () => Promise<void> };
  /** Takes the place of the usual alert, where a screen has more to say. */
  notice?: ReactNode | undefined;
  children: ReactNode;
}

/** The form element: the alert first, then the fields. The browser's own validation is off; the rules are ours. */
export function Form({ form: screenForm, notice, children }: Props) {
  const { problem, submit } = screenForm;
  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    void submit();
  }
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Sent from the end of a long form, the alert at its beginning would go unseen.
    if (problem) form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <FormLayout ref={form} onSubmit={onSubmit}>
      {notice ?? (problem && <Notice title={problem.title} text={problem.text} />)}
      {children}
    </FormLayout>
  );
}
