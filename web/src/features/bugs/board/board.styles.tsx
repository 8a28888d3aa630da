import type { ComponentProps } from 'react';
import styles from './board.module.css';

/** The columns side by side; on a phone one at a time, the next by swiping. */
export function Columns({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.columns} ${className}`} />;
}

export function ColumnRoot({ className = '', ...props }: ComponentProps<'section'>) {
  return <section {...props} className={`${styles.columnRoot} ${className}`} />;
}

export function ColumnHead({ className = '', ...props }: ComponentProps<'h2'>) {
  return <h2 {...props} className={`${styles.columnHead} ${className}`} />;
}

/** Scrolls by itself. */
export function ColumnBody({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.columnBody} ${className}`} />;
}

export function CardRoot({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.cardRoot} ${className}`} />;
}

/** Marks where a dragged card would be dropped. */
export function DropLine({ className = '', ...props }: ComponentProps<'span'>) {
  return <span {...props} className={`${styles.dropLine} ${className}`} />;
}

/** On a phone, links to the columns. */
export function ColumnTabs({ className = '', ...props }: ComponentProps<'nav'>) {
  return <nav {...props} className={`${styles.columnTabs} ${className}`} />;
}
