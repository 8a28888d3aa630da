import {
  type ChangeEventHandler,
  type CSSProperties,
  type FocusEventHandler,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import { Field, FieldLabel, FieldMessage, InputBox } from './Field.tsx';

export interface TextInputProps {
  label: string;
  name?: string;
  value: string;
  onChange: ChangeEventHandler<HTMLInputElement | HTMLTextAreaElement>;
  onBlur?: FocusEventHandler<HTMLInputElement | HTMLTextAreaElement>;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement | HTMLTextAreaElement>;
  inputRef?: Ref<HTMLInputElement>;
  type?: 'text' | 'email' | 'password' | 'search' | 'date';
  autoComplete?: string;
  autoFocus?: boolean;
  placeholder?: string;
  /** Details, shown on hover. */
  title?: string;
  readOnly?: boolean;
  helperText?: string;
  /** An empty error only marks the field, if its message is shown elsewhere. */
  error?: string | undefined;
  /** The initial number of lines, for a text that may have many. */
  minRows?: number;
  startAdornment?: ReactNode;
}

/** A text field with its label above and its message below. A long text scrolls within it. */
export function TextInput(props: TextInputProps) {
  const { label, helperText, error, minRows, startAdornment, inputRef, ...input } = props;
  const id = useId();
  const message = error === '' ? helperText : (error ?? helperText);
  const shared = {
    id,
    dir: 'auto',
    'aria-invalid': error !== undefined,
    'aria-describedby': message === undefined ? undefined : `${id}-message`,
  };
  return (
    <Field error={error !== undefined}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <InputBox>
        {startAdornment}
        {minRows === undefined ? (
          <input type="text" {...shared} {...input} ref={inputRef} />
        ) : (
          <textarea
            {...shared}
            {...input}
            rows={minRows}
            style={{ '--rows': minRows } as CSSProperties}
            ref={inputRef as unknown as Ref<HTMLTextAreaElement>}
          />
        )}
      </InputBox>
      {message !== undefined && <FieldMessage id={`${id}-message`}>{message}</FieldMessage>}
    </Field>
  );
}
