import type { ComponentProps } from 'react';
import styles from './Surface.module.css';

/** A framed area. */
export function Surface({ className = '', ...area }: ComponentProps<'div'>) {
  return <div {...area} className={`${styles.surface} ${className}`} />;
}
