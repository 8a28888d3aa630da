import type { ComponentProps } from 'react';
import styles from './row.module.css';

export function Row({ className = '', ...props }: ComponentProps<'tr'>) {
  return <tr {...props} className={`${styles.pressable} ${styles.row} ${className}`} />;
}

/** A title of up to two lines, a line of chips and actions, and below it users and times. */
export function Card({ className = '', ...props }: ComponentProps<'tr'>) {
  return <tr {...props} className={`${styles.pressable} ${styles.card} ${className}`} />;
}

/** The number of a bug's comments, beside its title. */
export function Comments({ className = '', ...props }: ComponentProps<'span'>) {
  return <span {...props} className={`${styles.comments} ${className}`} />;
}
