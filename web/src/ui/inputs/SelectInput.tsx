import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { type Ref, useId } from 'react';

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
  /** An empty one marks the field alone, where its message is shown elsewhere. */
  error?: string | undefined;
}

/** A choice with its label above it, and its message below. */
export function SelectInput(props: SelectInputProps) {
  const { label, options, value, shown, onChange, helperText, error, ...input } = props;
  const id = useId();
  const message = error === '' ? helperText : (error ?? helperText);
  return (
    <FormControl error={error !== undefined} fullWidth>
      <FormLabel id={id} component="span">
        {label}
      </FormLabel>
      <Select
        labelId={id}
        displayEmpty
        // Gone at once, so that the next key is for the page again.
        MenuProps={{ transitionDuration: { enter: 120, exit: 0 } }}
        value={value}
        {...(shown !== undefined && { renderValue: () => shown })}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={message === undefined ? undefined : `${id}-message`}
        {...input}
      >
        {options.map((option) => (
          <MenuItem
            key={option.value}
            value={option.value}
            // Of the option that is chosen already, the select reports nothing.
            onClick={shown !== undefined && option.value === value ? () => onChange(value) : undefined}
          >
            {option.label}
          </MenuItem>
        ))}
      </Select>
      {message !== undefined && <FormHelperText id={`${id}-message`}>{message}</FormHelperText>}
    </FormControl>
  );
}
