import { type Ref, useId } from 'react';
import { Field, FieldLabel, FieldMessage } from './Field.tsx';
import { Select } from './Select.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface SelectInputProps {
  label: string;
  name?: string;
  options: readonly Option[];
  value: string;
  /** Shown instead of the chosen option. */
  shown?: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onOpen?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  readOnly?: boolean;
  helperText?: string;
  /** An empty error only marks the field, if its message is shown elsewhere. */
  error?: string | undefined;
}

/** A select with its label above and its message below. */
export function SelectInput(props: SelectInputProps) {
  const { label, options, value, shown, onChange, helperText, error, ...input } = props;
  const id = useId();
  const message = error === '' ? helperText : (error ?? helperText);
  return (
    <Field error={error !== undefined}>
      <FieldLabel id={id}>{label}</FieldLabel>
      <Select
        {...input}
        labelId={id}
        label={label}
        multiple={false}
        options={options}
        value={value}
        shown={shown ?? options.find((option) => option.value === value)?.label ?? ''}
        onChange={(chosen) => {
          if (chosen !== value || shown !== undefined) onChange(chosen);
        }}
        isInvalid={error !== undefined}
        describedBy={message === undefined ? undefined : `${id}-message`}
      />
      {message !== undefined && <FieldMessage id={`${id}-message`}>{message}</FieldMessage>}
    </Field>
  );
}
