import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useId } from 'react';
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
    <FormControl error={error !== undefined} fullWidth>
      <FormLabel id={id} component="span">
        {label}
      </FormLabel>
      <Select
        labelId={id}
        multiple
        displayEmpty
        value={[...value]}
        onChange={({ target }) => onChange(target.value as string[])}
        renderValue={(chosen) => (chosen.length === 0 ? texts.none : chosen.map(nameOf).join(', '))}
        aria-describedby={error ? `${id}-message` : undefined}
        {...input}
      >
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </Select>
      {error && <FormHelperText id={`${id}-message`}>{error}</FormHelperText>}
    </FormControl>
  );
}
