import { useId } from 'react';
import { Field, FieldLabel, FieldMessage } from './Field.tsx';
import { Select } from './Select.tsx';
import type { Option } from './SelectInput.tsx';

interface Props {
  label: string;
  options: readonly Option[];
  value: readonly string[];
  /** The text for no value, and for a value that is not an option. */
  texts: { readonly none: string; readonly unknown: string };
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  readOnly?: boolean;
  error?: string | undefined;
}

/** A multiple select with its label above and its message below. */
export function ManySelect({ label, options, value, texts, onChange, error, ...input }: Props) {
  const id = useId();
  const nameOf = (chosen: string) =>
    options.find((option) => option.value === chosen)?.label ?? texts.unknown;
  return (
    <Field error={error !== undefined}>
      <FieldLabel id={id}>{label}</FieldLabel>
      <Select
        {...input}
        labelId={id}
        label={label}
        multiple
        options={options}
        value={[...value]}
        shown={value.length === 0 ? texts.none : value.map(nameOf).join(', ')}
        onChange={onChange}
        isInvalid={error !== undefined}
        describedBy={error ? `${id}-message` : undefined}
      />
      {error && <FieldMessage id={`${id}-message`}>{error}</FieldMessage>}
    </Field>
  );
}
