import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import type { BugField } from '#contract/bugs/field.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import type { Overlap } from '#web/lib/bugs/change/save-edit.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { type Choice, mergedText, textIn } from './conflict-resolution.ts';
import { Columns, Field, Option, Side } from './conflict.styles.tsx';

interface Props {
  overlap: Overlap;
  /** The stored bug. */
  stored: Bug;
  choice: Choice | undefined;
  isAsked: boolean;
  onChoose: (choice: Choice) => void;
}

/** The choice for one field: yours, theirs, or for a text the merge of both, which can be edited. */
export function OverlapChoice({ overlap, stored, choice, isAsked, onChoose }: Props) {
  const id = useId();
  const { field, yours, theirs, merged } = overlap;
  const client = useQueryClient();
  const { label, text, toValue } = fieldNamed(useBugFields(), field);
  const { merge }: BugField = bugFields[field];
  const isMissing = isAsked && choice?.pick === undefined;
  return (
    <Field aria-describedby={isMissing ? id : undefined} data-missing={isMissing || undefined}>
      <legend>{label}</legend>
      <Columns
        aria-label={label}
        name={field}
        value={choice?.pick ?? ''}
        onChange={(_, pick) => onChoose({ ...choice, pick: pick as NonNullable<Choice['pick']> })}
      >
        {(
          [
            ['yours', formTexts.yours, yours],
            ['theirs', formTexts.theirs, theirs],
          ] as const
        ).map(([pick, name, value]) => (
          <Option key={pick}>
            <FormControlLabel value={pick} label={name} control={<Radio size="small" />} />
            <Side role="group" aria-label={`${name}: ${label}`} tabIndex={0}>
              {merge === 'lines' ? (
                <DifferentLines text={textIn(value)} other={textIn(pick === 'yours' ? theirs : yours)} />
              ) : (
                text(toValue(value, { client, bug: stored }), client)
              )}
            </Side>
          </Option>
        ))}
        {merged !== undefined && (
          <Option>
            <FormControlLabel value="merged" label={formTexts.merged} control={<Radio size="small" />} />
            <TextInput
              label={formTexts.mergedField(label)}
              value={mergedText(overlap, choice)}
              onChange={({ target }) => onChoose({ pick: 'merged', text: target.value })}
              {...(merge === 'lines' && { minRows: 8 })}
              autoComplete="off"
            />
          </Option>
        )}
      </Columns>
      {isMissing && (
        <FormHelperText id={id} error role="alert">
          {formTexts.chooseOne(label)}
        </FormHelperText>
      )}
    </Field>
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
