import type { ComponentProps } from 'react';
import styles from './comment.module.css';

/** A comment, as its author's card. */
export function Card({
  as: Tag = 'li',
  className = '',
  ...props
}: ComponentProps<'li'> & { as?: 'li' | 'div' }) {
  return <Tag {...(props as object)} className={`${styles.card} ${className}`} />;
}

/** The author, the time and the actions. */
export function Head({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.head} ${className}`} />;
}
