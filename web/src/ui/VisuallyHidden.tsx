import type { ComponentProps } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text for screen readers only. */
export function VisuallyHidden({
  as: Tag = 'span',
  ...text
}: ComponentProps<'label'> & { as?: 'span' | 'label' | 'h2' | 'p' | 'div' }) {
  return <Tag {...(text as object)} className={styles.hidden} />;
}
