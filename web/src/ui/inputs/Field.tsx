import type { ComponentProps } from 'react';
import styles from './Field.module.css';

/** A label, its input, and its message. `error` also colours the message. */
export function Field({
  error = false,
  className = '',
  ...field
}: ComponentProps<'div'> & { error?: boolean }) {
  return <div {...field} data-error={error} className={`${styles.field} ${className}`} />;
}

/** The label of an input, above it; without `htmlFor` its text only. */
export function FieldLabel({ htmlFor, ...label }: ComponentProps<'span'> & { htmlFor?: string }) {
  if (htmlFor === undefined) return <span {...label} className={styles.label} />;
  return <label {...(label as ComponentProps<'label'>)} htmlFor={htmlFor} className={styles.label} />;
}

/** The hint or error below an input; `error` for one without a `Field` around it. */
export function FieldMessage({ error, ...message }: ComponentProps<'p'> & { error?: boolean }) {
  return <p {...message} data-error={error} className={styles.message} />;
}

/** The box around an input and what stands in it beside the text. A press on it focuses the input. */
export function InputBox({ className = '', ...box }: ComponentProps<'div'>) {
  return (
    <div
      role="presentation"
      onMouseDown={(event) => {
        const input = event.currentTarget.querySelector<HTMLElement>('input, textarea');
        // The press itself must not take the focus away again.
        if (!input || event.target !== event.currentTarget) return;
        event.preventDefault();
        input.focus();
      }}
      {...box}
      className={`${styles.box} ${className}`}
    />
  );
}
