import type { ReactNode } from 'react';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import styles from './EmptyState.module.css';

/** One line with the reason why a list is empty, and one action. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.frame}>
      <p>{text}</p>
      {action && <ButtonRow className={styles.actions}>{action}</ButtonRow>}
    </div>
  );
}
