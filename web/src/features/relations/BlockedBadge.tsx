import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { texts } from './texts.ts';
import styles from './relations.module.css';

/** The badge of a blocked bug in its row. */
export function BlockedBadge({ bug: { blockedBy = 0 } }: { bug: Bug }) {
  return (
    <span className={styles.badge} title={counted(blockedBy, texts.blockedBy)}>
      {texts.blocked}
    </span>
  );
}
