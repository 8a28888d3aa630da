import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { holdsControl } from '#web/lib/keyboard/control.ts';
import { FormLayout } from '#web/ui/inputs/FormLayout.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { FormInputs, usePendingInputs } from './pending-inputs.ts';
import type { Problem } from './problem.ts';

interface Props {
  form: { readonly problem: Problem | undefined; readonly submit: () => Promise<void> };
  /** Replaces the default alert. */
  notice?: ReactNode | undefined;
  children: ReactNode;
}

/** The form element: the alert first, then the fields. Browser validation is off, as the rules are ours. */
export function Form({ form: screenForm, notice, children }: Props) {
  const { problem, submit } = screenForm;
  const inputs = usePendingInputs();
  const send = () => inputs.whenMade(() => void submit());
  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    send();
  }
  /** Ctrl+Enter sends the form from any field. Buttons and links use it for something else. */
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { key, target, currentTarget } = event;
    if (key !== 'Enter' || !holdsControl(event) || !(target instanceof Element)) return;
    // A field's popups are outside the form's element, but React's events bubble from them to the form.
    if (!currentTarget.contains(target) || target.closest('a, button')) return;
    event.preventDefault();
    // It would open a select.
    event.stopPropagation();
    send();
  }
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // In a long form, the alert at the top would not be visible from the button at the end.
    if (problem) form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <FormLayout ref={form} onSubmit={onSubmit} onKeyDownCapture={onKeyDown}>
      {notice ?? (problem && <Notice title={problem.title} text={problem.text} />)}
      <FormInputs value={inputs}>{children}</FormInputs>
    </FormLayout>
  );
}
