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
  /** An empty error only marks the field, if its message is shown elsewhere. */
  error?: string | undefined;
}

/** A select with its label above and its message below. */
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
        // No closing transition, so that the next key is for the page again.
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
            // The select does not report choosing the current option again.
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
