import { ActionNotice, NoticeRegion } from '#web/ui/ActionNotice.tsx';
import { pageTexts } from './texts.ts';
import type { Steps } from './use-steps.ts';
import styles from './page.module.css';

interface Props {
  outcome: Steps['outcome'];
  /** Undefined if there is nothing to undo. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
}

/** The outcome of the last step of triage. */
export function Outcome({ outcome, onUndo, onClose }: Props) {
  return (
    <NoticeRegion className={styles.outcome}>
      {outcome && (
        <ActionNotice
          className={styles.notice}
          problem={outcome.problem}
          action={onUndo && { label: pageTexts.undo, keys: 'u', run: onUndo }}
          onClose={onClose}
        >
          {outcome.text}
        </ActionNotice>
      )}
    </NoticeRegion>
  );
}
