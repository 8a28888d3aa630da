import type { FormEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormLayout } from '#web/ui/FormLayout.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { ScreenForm } from './use-screen-form.ts';

interface Props<In extends FieldValues, Out> {
  form: ScreenForm<In, Out>;
  /** Takes the place of the usual alert, where a screen has more to say. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The form element: the alert first, then the fields. The browser's own validation is off; the rules are ours. */
export function Form<In extends FieldValues, Out>({ form, notice, children }: Props<In, Out>) {
  const { problem, submit } = form;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }
  return (
    <FormLayout onSubmit={onSubmit}>
      {notice || (problem && <Notice title={problem.title} text={problem.text} />)}
      {children}
    </FormLayout>
  );
}
