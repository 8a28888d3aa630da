import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import {
  type ChangeEventHandler,
  type FocusEventHandler,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useId,
} from 'react';

/** A long text scrolls within its field, so that the rest of the form stays within reach. */
const maxRows = 24;

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

/** A text field with its label above and its message below. */
export function TextInput({ label, helperText, error, minRows, ...input }: TextInputProps) {
  const id = useId();
  const message = error === '' ? helperText : (error ?? helperText);
  return (
    <FormControl error={error !== undefined} fullWidth>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <OutlinedInput
        id={id}
        {...input}
        {...(minRows === undefined ? {} : { multiline: true, minRows, maxRows })}
        aria-describedby={message === undefined ? undefined : `${id}-message`}
      />
      {message !== undefined && <FormHelperText id={`${id}-message`}>{message}</FormHelperText>}
    </FormControl>
  );
}
