import type { LikelyDuplicate } from '#contract/bugs/likely-duplicates.ts';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { partsOf, typedWords } from './matches.ts';
import { texts } from './texts.ts';
import styles from './likely-duplicates.module.css';

interface Props {
  bug: LikelyDuplicate;
  /** The typed text, from which the matching words are shown. */
  typed: string;
  isBusy: boolean;
  onShow: () => void;
  onSame: () => void;
}

/** A bug similar to the typed one, with the words that matched. */
export function LikelyBug({ bug, typed, isBusy, onShow, onSame }: Props) {
  const { parts, rest } = partsOf(bug.title, bug.words);
  const inText = typedWords(typed, rest);
  const number = `#${bug.number}`;
  return (
    <li className={styles.bug}>
      <span>
        <span className={styles.quiet}>{`${number} `}</span>
        {parts.map(({ at, text, isMatch }) =>
          isMatch ? (
            <mark className={styles.match} key={at}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
      {inText.length > 0 && <span className={styles.quiet}>{`${texts.inText} ${inText.join(', ')}`}</span>}
      {bug.duplicateOf && (
        <span
          className={styles.quiet}
        >{`${texts.duplicateOf(`#${bug.duplicateOf.number}`)}: ${bug.duplicateOf.title}`}</span>
      )}
      <div className={styles.line}>
        <StatusChip status={(bug.duplicateOf ?? bug).status} />
        <ButtonRow>
          <Button size="small" aria-label={texts.show(number)} onClick={onShow}>
            {texts.showHere}
          </Button>
          <Button
            size="small"
            aria-label={texts.sameAs(number)}
            title={texts.sameHelp}
            aria-disabled={isBusy}
            onClick={onSame}
          >
            {texts.same}
          </Button>
        </ButtonRow>
      </div>
    </li>
  );
}
