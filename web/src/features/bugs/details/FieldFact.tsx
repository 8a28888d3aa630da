import { useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, FieldName, ShownProps } from '#web/lib/bugs/bug-field.ts';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import { ValueButton } from '#web/ui/inputs/ValueButton.tsx';
import type { ChangeField } from '#web/features/bugs/field-keys/assign-to-me.ts';
import { Fact } from './details.styles.tsx';

interface Props {
  field: BugFieldView;
  bug: Bug;
  /** It is being saved. */
  isSaving: boolean;
  /** Undefined if the value is read-only. */
  onChange: ChangeField | undefined;
}

/** The value of a field, with the control to change it if the user may. */
export function FieldFact({ field, bug, isSaving, onChange }: Props) {
  const { name, label, Value, Quick, Choice, Facts, Shown = Always } = field;
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (Facts)
    return (
      <Facts
        bug={bug}
        onChange={onChange && ((wanted, part) => onChange(name, { ...bug, [name]: wanted }, part))}
      >
        {({ key, label: of, value: shown }) => (
          <Fact key={key} label={of} isSaving={isSaving}>
            {shown}
          </Fact>
        )}
      </Facts>
    );
  if (!Value) return null;
  const value = bug[name];
  const change = onChange && ((wanted: Bug[FieldName]) => onChange(name, { ...bug, [name]: wanted }));
  const control = { label, name: changeTexts.change(label, field.text(value)) };
  return (
    <Shown bug={bug}>
      <Fact label={label} isSaving={isSaving}>
        {change && Choice ? (
          <span data-field={name}>
            <ValueButton
              name={control.name}
              popup={name === 'assignedTo' ? 'dialog' : 'menu'}
              isOpen={anchor !== undefined}
              onClick={setAnchor}
            >
              <span>
                <Value value={value} />
              </span>
            </ValueButton>
            {anchor && (
              <Choice
                anchor={anchor}
                label={label}
                value={value}
                onChange={change}
                onClose={() => setAnchor(undefined)}
              />
            )}
          </span>
        ) : change && Quick ? (
          <Quick {...control} value={value} onChange={change}>
            <Value value={value} />
          </Quick>
        ) : (
          <Value value={value} />
        )}
      </Fact>
    </Shown>
  );
}

function Always({ children }: ShownProps) {
  return children;
}
