import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import { useId } from 'react';
import type { UserRef } from '#contract/users.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type Choice, mergedText } from './conflict-resolution.ts';
import { DifferentLines } from './DifferentLines.tsx';
import { Columns, Field, Option, Side } from './conflict.styles.tsx';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { valueLabel } from '#web/features/bugs/form/labels.ts';
import type { Overlap } from '#web/features/bugs/change/merge-edit.ts';

interface Props {
  overlap: Overlap;
  users: readonly UserRef[];
  choice: Choice | undefined;
  isAsked: boolean;
  onChoose: (choice: Choice) => void;
}

/** Yours, theirs, or where it is a text both merged, which can be edited: one of them is to be chosen. */
export function OverlapChoice({ overlap, users, choice, isAsked, onChoose }: Props) {
  const id = useId();
  const { field, yours, theirs, merged } = overlap;
  const label = fieldLabels[field];
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
              {field === 'description' ? (
                <DifferentLines text={value} other={pick === 'yours' ? theirs : yours} />
              ) : (
                valueLabel(field, value, users)
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
              {...(field === 'description' && { minRows: 8 })}
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
