import type { ComponentProps } from 'react';
import styles from './Quiet.module.css';

/** A remark among the entries. */
export function Quiet({ className = '', ...props }: ComponentProps<'p'>) {
  return <p {...props} className={`${styles.quiet} ${className}`} />;
}
