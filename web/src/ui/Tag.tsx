import type { ReactNode } from 'react';
import styles from './Tag.module.css';

/** A word about the content beside it. */
export function Tag({ children }: { children: ReactNode }) {
  return <bdi className={styles.tag}>{children}</bdi>;
}
