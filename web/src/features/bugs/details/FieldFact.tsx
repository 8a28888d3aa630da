import { Fragment } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, FieldName } from '#web/lib/bug-field.ts';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import { Fact } from './details.styles.tsx';

interface Props {
  field: BugFieldView;
  bug: Bug;
  /** It is being saved. */
  isSaving: boolean;
  /** Undefined where the value is only to be read. */
  onChange: ((field: FieldName, wanted: Bug) => void) | undefined;
}

/** The value of a field, and for those who may change it the control that changes it. */
export function FieldFact({ field, bug, isSaving, onChange }: Props) {
  const { name, label, Value, Quick, Shown = Fragment } = field;
  if (!Value) return null;
  const value = bug[name];
  return (
    <Shown>
      <Fact label={label} isSaving={isSaving}>
        {onChange && Quick ? (
          <Quick
            label={label}
            name={changeTexts.change(label, field.text(value))}
            value={value}
            onChange={(wanted) => onChange(name, { ...bug, [name]: wanted })}
          >
            <Value value={value} />
          </Quick>
        ) : (
          <Value value={value} />
        )}
      </Fact>
    </Shown>
  );
}
