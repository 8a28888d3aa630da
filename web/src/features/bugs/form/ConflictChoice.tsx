import { Fragment, useEffect, useId, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import type { BugField } from '#contract/bugs/field.ts';
import { fieldList, type FieldName, fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import type { Conflict, Overlap } from '#web/lib/bugs/change/save-edit.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { FieldMessage } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { formTexts } from './texts.ts';
import { type Choice, type Choices, mergedText, textIn } from './conflict-resolution.ts';
import styles from './ConflictChoice.module.css';

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
        title={formTexts.conflict(conflict.by)}
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

interface OverlapProps {
  overlap: Overlap;
  /** The stored bug. */
  stored: Bug;
  choice: Choice | undefined;
  isAsked: boolean;
  onChoose: (choice: Choice) => void;
}

/** The choice for one field: yours, theirs, or, for a text, the merge of both, which can be edited. */
export function OverlapChoice({ overlap, stored, choice, isAsked, onChoose }: OverlapProps) {
  const id = useId();
  const { field, yours, theirs, merged } = overlap;
  const client = useQueryClient();
  const { label, text, toValue } = fieldNamed(useBugFields(), field);
  const { merge }: BugField = bugFields[field];
  const isMissing = isAsked && choice?.pick === undefined;
  const radio = (pick: NonNullable<Choice['pick']>, name: string) => (
    <label className={styles.radio}>
      <input
        type="radio"
        name={field}
        value={pick}
        checked={choice?.pick === pick}
        onChange={() => onChoose({ ...choice, pick })}
      />
      {name}
    </label>
  );
  return (
    <fieldset
      className={styles.field}
      aria-describedby={isMissing ? id : undefined}
      data-missing={isMissing || undefined}
    >
      <legend>{label}</legend>
      <div className={styles.columns} role="radiogroup" aria-label={label}>
        {(
          [
            ['yours', formTexts.yours, yours],
            ['theirs', formTexts.theirs, theirs],
          ] as const
        ).map(([pick, name, value]) => (
          <div className={styles.option} key={pick}>
            {radio(pick, name)}
            <div className={styles.side} role="group" aria-label={`${name}: ${label}`} tabIndex={0}>
              {merge === 'lines' ? (
                <DifferentLines text={textIn(value)} other={textIn(pick === 'yours' ? theirs : yours)} />
              ) : (
                text(toValue(value, { client, bug: stored }), client)
              )}
            </div>
          </div>
        ))}
        {merged !== undefined && (
          <div className={styles.option}>
            {radio('merged', formTexts.merged)}
            <TextInput
              label={formTexts.mergedField(label)}
              value={mergedText(overlap, choice)}
              onChange={({ target }) => onChoose({ pick: 'merged', text: target.value })}
              {...(merge === 'lines' && { minRows: 8 })}
              autoComplete="off"
            />
          </div>
        )}
      </div>
      {isMissing && (
        <FieldMessage id={id} error role="alert">
          {formTexts.chooseOne(label)}
        </FieldMessage>
      )}
    </fieldset>
  );
}

/** With more alternations between marked and unmarked lines, none is marked: rendering would be slow and useless. */
const maxPieces = 2_000;

/** A text that marks the lines missing from the other text. */
function DifferentLines({ text, other }: { text: string; other: string }) {
  const pieces = piecesOf(text, other);
  if (pieces.length > maxPieces) return text;
  return pieces.map(({ lines, isMarked }, index) => (
    // Pieces are identified by position only, and the text does not change.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && '\n'}
      {isMarked ? <mark>{lines.join('\n')}</mark> : lines.join('\n')}
    </Fragment>
  ));
}

/** Groups adjacent lines that are all marked or all unmarked. */
function piecesOf(text: string, other: string): { lines: string[]; isMarked: boolean }[] {
  const others = new Set(other.split('\n'));
  const pieces: { lines: string[]; isMarked: boolean }[] = [];
  for (const line of text.split('\n')) {
    const isMarked = !others.has(line);
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.lines.push(line);
    else pieces.push({ lines: [line], isMarked });
  }
  return pieces;
}
