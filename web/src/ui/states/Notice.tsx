import type { ReactNode } from 'react';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import styles from './Notice.module.css';

interface Props {
  severity?: 'error' | 'warning' | 'success' | 'info';
  title: string;
  text?: ReactNode;
  /** Buttons and links for the user's next step. */
  actions?: ReactNode;
}

/**
 * A message next to the content it is about. Screen readers announce it when idle, but the titles of errors and
 * warnings at once: only the title is the alert, so that its text is exactly that of the specification.
 */
export function Notice({ severity = 'error', title, text, actions }: Props) {
  const isUrgent = severity === 'error' || severity === 'warning';
  return (
    <div className={styles.notice} data-severity={severity}>
      {isUrgent ? (
        <>
          <div className={styles.title} role="alert">
            {title}
          </div>
          {text !== undefined && (
            <div aria-live="polite">
              <div className={styles.late}>{text}</div>
            </div>
          )}
        </>
      ) : (
        <div role="status">
          <div className={styles.title}>{title}</div>
          {text !== undefined && <div>{text}</div>}
        </div>
      )}
      {actions && <ButtonRow className={styles.actions}>{actions}</ButtonRow>}
    </div>
  );
}
