import { useEffect, useEffectEvent, useRef } from 'react';
import type { Problem } from '#web/lib/form/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { texts } from './texts.ts';
import styles from './likely-duplicates.module.css';

interface Props {
  number: number;
  problem: Problem | undefined;
  isBusy: boolean;
  /** A click moves the focus; a key leaves it in the text field. */
  takesFocus: boolean;
  onSame: () => void;
}

/** The actions for the bug that is shown beside the new one. */
export function ShownActions({ number, problem, isBusy, takesFocus, onSame }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const begin = useEffectEvent(() => {
    if (takesFocus) button.current?.focus();
  });
  useEffect(() => begin(), []);
  return (
    <div className={styles.actions}>
      {problem && <Notice {...problem} />}
      <Button
        ref={button}
        variant="outlined"
        aria-disabled={isBusy}
        aria-label={texts.sameAs(`#${number}`)}
        onClick={onSame}
      >
        {isBusy ? texts.sending : texts.same}
      </Button>
      <p className={styles.hint}>{texts.sameHelp}</p>
    </div>
  );
}
