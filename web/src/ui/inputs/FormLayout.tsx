import type { ComponentProps } from 'react';
import styles from './FormLayout.module.css';

/** Stacks the parts of a form. */
export function FormLayout({ className = '', ...form }: ComponentProps<'form'>) {
  return <form noValidate {...form} className={`${styles.form} ${className}`} />;
}

/** Fields side by side if there is room. */
export function FieldRow({ className = '', ...row }: ComponentProps<'div'>) {
  return <div {...row} className={`${styles.fields} ${className}`} />;
}

/** Buttons, side by side if there is room. */
export function ButtonRow({ className = '', ...row }: ComponentProps<'div'>) {
  return <div {...row} className={`${styles.buttons} ${className}`} />;
}

/** The buttons at the end of a form. */
export function FormActions(row: ComponentProps<'div'>) {
  return <ButtonRow {...row} className={styles.actions} />;
}
