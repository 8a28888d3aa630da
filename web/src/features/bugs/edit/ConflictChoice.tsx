import { useEffect, useRef } from 'react';
import { fieldList, type FieldName } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import type { Conflict } from '#web/lib/bugs/change/save-edit.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import type { Choices } from './conflict-resolution.ts';
import { OverlapChoice } from './OverlapChoice.tsx';
import styles from './conflict.module.css';

interface Props {
  conflict: Conflict;
  choices: Choices;
  /** How often the user tried to save before every overlap had a choice. */
  asked: number;
  onChoose: (choices: Choices) => void;
}

/** Replaces the form's fields after an edit conflict: a choice for each overlapping field. */
export function ConflictChoice({ conflict, choices, asked, onChoose }: Props) {
  const { overlaps, taken } = conflict.merged;
  const fields = useBugFields();
  const list = (names: readonly FieldName[]) => fieldList(fields, names);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked > 0) root.current?.querySelector<HTMLElement>('[data-missing] input')?.focus();
  }, [asked]);
  return (
    <div className={styles.stack} ref={root}>
      <Notice
        severity="warning"
        title={formTexts.conflict}
        text={`${formTexts.overlap(list(overlaps.map(({ field }) => field)))}${
          taken.length > 0 ? ` ${formTexts.taken(list(taken))}` : ''
        }`}
      />
      <h2 className={styles.heading} ref={heading} tabIndex={-1}>
        {formTexts.chooseTitle}
      </h2>
      {overlaps.map((overlap) => (
        <OverlapChoice
          key={overlap.field}
          overlap={overlap}
          stored={conflict.stored}
          choice={choices[overlap.field]}
          isAsked={asked > 0}
          onChoose={(choice) => onChoose({ ...choices, [overlap.field]: choice })}
        />
      ))}
    </div>
  );
}
