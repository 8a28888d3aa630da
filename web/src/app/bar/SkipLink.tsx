import type { MouseEvent } from 'react';
import { texts } from '#web/app/texts.ts';
import styles from './bar.module.css';

/** The link that skips the bar for keyboard users. Visible when it has the focus. */
export function SkipLink() {
  function skip(event: MouseEvent) {
    event.preventDefault();
    document.getElementById('main')?.focus();
  }
  return (
    <a className={styles.skip} href="#main" onClick={skip}>
      {texts.skip}
    </a>
  );
}
