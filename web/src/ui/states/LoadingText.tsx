import { texts } from '#web/ui/texts.ts';
import styles from './LoadingText.module.css';

/** Plain text in place of a page. */
export function LoadingText() {
  return (
    <p role="status" className={styles.line}>
      {texts.loading}
    </p>
  );
}
