import type { ComponentProps, MouseEvent } from 'react';
import styles from './Field.module.css';

/** A label, its input, and its message. `error` also colours the message. */
export function Field({
  error = false,
  className = '',
  ...field
}: ComponentProps<'div'> & { error?: boolean }) {
  return <div {...field} data-error={error} className={`${styles.field} ${className}`} />;
}

/** The label of an input, above it. Without `htmlFor` it names a select, which a press on it focuses. */
export function FieldLabel({ htmlFor, ...label }: ComponentProps<'span'> & { htmlFor?: string }) {
  if (htmlFor === undefined) {
    const focusNext = ({ currentTarget }: MouseEvent) =>
      currentTarget.parentElement?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
    return <span onClick={focusNext} {...label} className={styles.label} />;
  }
  return <label {...(label as ComponentProps<'label'>)} htmlFor={htmlFor} className={styles.label} />;
}

/** The hint or error below an input; `error` for one without a `Field` around it. */
export function FieldMessage({ error, ...message }: ComponentProps<'p'> & { error?: boolean }) {
  return <p {...message} data-error={error} className={styles.message} />;
}

/** The box around an input and its adornments. A press on it focuses the input. */
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
