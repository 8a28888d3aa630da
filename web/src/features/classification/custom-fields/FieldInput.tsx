import { useState } from 'react';
import type { CustomInput, CustomValue } from '#contract/classification/custom-field.ts';
import { appliesTo, isEmptyInput, type CustomField } from '#contract/classification/custom-fields.ts';
import { optionsOf } from '#web/features/classification/definition-fields.tsx';
import { fieldTexts } from '#web/features/classification/texts.ts';
import { fieldNamed, type EditorProps } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { ManySelect } from '#web/ui/inputs/ManySelect.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { isSameInput } from '#contract/bugs/field.ts';
import { customFields, useDefinitions } from '#web/features/classification/data.ts';
import styles from '#web/features/classification/classification.module.css';

export interface FieldInputProps {
  field: Pick<CustomField, 'kind' | 'options'>;
  label: string;
  input: CustomInput | null;
  /** The stored value: a bug may have an option that others cannot get. */
  stored?: CustomValue | undefined;
  onChange: (input: CustomInput | null) => void;
  onBlur?: () => void;
  readOnly?: boolean;
  error?: string | undefined;
  /** Whether a text input is focused at once. */
  autoFocus?: boolean;
}

/** The input of a field by its kind. */
export function FieldInput({ field, input, stored, onChange, autoFocus = false, ...props }: FieldInputProps) {
  switch (field.kind) {
    case 'option':
    case 'boolean':
      return (
        <SelectInput
          {...props}
          options={[none, ...choicesOf(field, input)]}
          value={typeof input === (field.kind === 'boolean' ? 'boolean' : 'string') ? String(input) : ''}
          onChange={(chosen) => onChange(chosenOf(field, chosen))}
        />
      );
    case 'options': {
      const chosen = Array.isArray(input) ? input : [];
      return (
        <ManySelect
          {...props}
          texts={fieldTexts}
          options={choicesOf(field, chosen)}
          value={chosen}
          onChange={(ids) => onChange(ids.toSorted())}
        />
      );
    }
    case 'person':
      return <PersonField {...props} field={field} input={input} stored={stored} onChange={onChange} />;
    case 'number':
      return <NumberField {...props} autoFocus={autoFocus} field={field} input={input} onChange={onChange} />;
    default:
      return (
        <TextInput
          {...props}
          autoFocus={autoFocus}
          type={field.kind === 'date' ? 'date' : 'text'}
          autoComplete="off"
          {...(field.kind === 'url' && { placeholder: 'https://' })}
          value={typeof input === 'string' ? input : ''}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

export const none = { value: '', label: fieldTexts.none };

/** The values of a field with options, or of a boolean one: those that a bug can get, and those that it has. */
export function choicesOf({ kind, options }: FieldInputProps['field'], input: CustomInput | null) {
  if (kind === 'boolean')
    return [
      { value: 'true', label: fieldTexts.yes },
      { value: 'false', label: fieldTexts.no },
    ];
  const present = new Set<unknown>([input].flat());
  return optionsOf(options.filter(({ _id, archived }) => !archived || present.has(_id)));
}

/** The input for a chosen value. */
export function chosenOf({ kind }: FieldInputProps['field'], chosen: string): CustomInput | null {
  if (chosen === '') return null;
  return kind === 'boolean' ? chosen === 'true' : chosen;
}

/** Offers the same users as for assignees, with the same control. */
function PersonField({ input, stored, onChange, ...props }: FieldInputProps) {
  const { Editor } = fieldNamed(useBugFields(), 'assignedTo');
  const { label, readOnly = false, error, onBlur = () => undefined } = props;
  return (
    <Editor
      label={label}
      name={label}
      value={typeof input === 'string' ? input : ''}
      onChange={(id) => onChange(typeof id === 'string' ? id : null)}
      onBlur={onBlur}
      inputRef={null}
      readOnly={readOnly}
      error={error}
      bug={undefined}
      stored={typeof stored === 'object' && !Array.isArray(stored) ? stored : null}
    />
  );
}

/** A typed number, with a decimal point or comma. An invalid one is passed on as text, which the server refuses. */
function NumberField({ field: _, input, stored: _stored, onChange, ...props }: FieldInputProps) {
  const [typed, setTyped] = useState(input === null ? '' : String(input));
  const isCurrent = readNumber(typed) === (input ?? '');
  return (
    <TextInput
      {...props}
      autoComplete="off"
      value={isCurrent ? typed : String(input ?? '')}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readNumber(target.value));
      }}
    />
  );
}

function readNumber(text: string): number | string {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

const noParts: NonNullable<EditorProps['parts']> = { errors: {}, component: '' };

/** The inputs of the fields that apply to the chosen component, and of others in which the bug has a value. */
export function CustomEditor(props: EditorProps<'custom'>) {
  const { value, onChange, onBlur, bug, readOnly, parts: { errors, component } = noParts } = props;
  const fields = useDefinitions(customFields).usable.filter(
    (field) => appliesTo(field, component || null) || bug?.custom[field._id] !== undefined,
  );
  if (fields.length === 0) return null;

  function change(field: CustomField, input: CustomInput | null) {
    const { [field._id]: _, ...others } = value;
    // Values that equal the default are not sent.
    const usual = bug ? null : field.initial;
    const isUsual = bug?.custom[field._id] === undefined && isSame(input, usual);
    const given = isUsual ? others : { ...others, [field._id]: isEmptyInput(input) ? null : input };
    // Sorted like the stored values, with which it is compared.
    onChange(Object.fromEntries(Object.entries(given).toSorted(([one], [other]) => (one < other ? -1 : 1))));
  }

  return (
    <div className={styles.grid}>
      {fields.map((field) => {
        const given = value[field._id];
        return (
          <FieldInput
            key={field._id}
            field={field}
            label={field.isRequired && !bug ? fieldTexts.requiredField(field.name) : field.name}
            input={given === undefined && !bug ? field.initial : (given ?? null)}
            stored={bug?.custom[field._id]}
            onChange={(input) => change(field, input)}
            onBlur={onBlur}
            readOnly={readOnly}
            error={errors[field._id]}
          />
        );
      })}
    </div>
  );
}

function isSame(one: CustomInput | null, other: CustomInput | null): boolean {
  return isEmptyInput(one) ? isEmptyInput(other) : isSameInput(one, other);
}
