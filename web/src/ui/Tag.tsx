import type { ReactNode } from 'react';
import styles from './Tag.module.css';

/** A word about what it stands beside. */
export function Tag({ children }: { children: ReactNode }) {
  return <bdi className={styles.tag}>{children}</bdi>;
}
