import { type ReactNode, useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { type CustomInput, type CustomValue, customInputOf } from '#contract/classification/custom-field.ts';
import type { CustomField } from '#contract/classification/custom-fields.ts';
import { fieldTexts, texts } from '#web/features/classification/texts.ts';
import { fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { ValueButton } from '#web/ui/inputs/ValueButton.tsx';
import { valueText } from './CustomValue.tsx';
import { choicesOf, chosenOf, none } from './FieldInput.tsx';

const ValueDialog = openable(async () => (await import('./ValueDialog.tsx')).ValueDialog);

interface Props {
  field: CustomField;
  value: CustomValue | undefined;
  onChange: (value: CustomValue | undefined) => void;
  /** The shown value. */
  children: ReactNode;
}

/** Changes a value on a bug's page: in a menu for a single choice, otherwise in a dialog. */
export function QuickValue({ field, value, onChange, children }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { name, kind } = field;
  const isMenu = kind === 'option' || kind === 'boolean';
  // A button cannot contain a link.
  const isBeside = kind === 'url' && value !== undefined;
  return (
    <div data-field={`custom.${field._id}`}>
      {isBeside && children}
      <ValueButton
        name={fieldTexts.change(name, valueText(kind, value))}
        popup={isMenu ? 'menu' : 'dialog'}
        isOpen={anchor !== undefined}
        onClick={setAnchor}
      >
        {isBeside ? <span aria-hidden>{texts.edit}</span> : <span>{children}</span>}
      </ValueButton>
      {anchor && (
        <Choice
          anchor={anchor}
          field={field}
          value={value}
          onChange={onChange}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </div>
  );
}

interface ChoiceProps extends Omit<Props, 'children'> {
  anchor: HTMLElement;
  onClose: () => void;
}

function Choice({ anchor, field, value, onChange, onClose }: ChoiceProps) {
  const { name, kind } = field;
  const input = value === undefined ? null : customInputOf(value);
  const { Choice: PersonChoice } = fieldNamed(useBugFields(), 'assignedTo');
  if (kind === 'option' || kind === 'boolean')
    return (
      <ChoiceMenu
        anchor={anchor}
        label={name}
        options={[...choicesOf(field, input), none]}
        value={input === null ? '' : String(input)}
        onChoose={(chosen) => onChange(valueOf(field, chosenOf(field, chosen)))}
        onClose={onClose}
      />
    );
  if (kind === 'person' && PersonChoice)
    return (
      <PersonChoice
        anchor={anchor}
        label={name}
        noneLabel={fieldTexts.none}
        value={isRef(value) ? value : null}
        onChange={(person) => onChange(isRef(person) ? person : undefined)}
        onClose={onClose}
      />
    );
  return (
    <ValueDialog
      title={name}
      field={field}
      stored={value}
      onSave={(saved) => onChange(valueOf(field, saved))}
      onClose={onClose}
    />
  );
}

type Ref = Extract<CustomValue, { _id: string }>;

function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && '_id' in value;
}

/** The expected value of an input, before the server's response; undefined for none. */
function valueOf(field: CustomField, input: CustomInput | null): CustomValue | undefined {
  if (input === null) return undefined;
  const refs = (ids: readonly unknown[]) =>
    field.options.filter(({ _id }) => ids.includes(_id)).map(({ _id, name }) => ({ _id, name }));
  if (Array.isArray(input)) return refs(input);
  return field.kind === 'option' ? refs([input])[0] : input;
}
