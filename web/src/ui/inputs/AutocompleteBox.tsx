import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useForkRef } from '@mui/material/utils';
import type { Ref } from 'react';

interface Props extends AutocompleteRenderInputParams {
  inputRef: Ref<HTMLInputElement> | undefined;
  autoFocus: boolean;
  describedBy: string | undefined;
  /** Its accessible name, if it has no visible label. */
  label?: string;
}

/** The text box of an `Autocomplete`, with its label above it. */
export function AutocompleteBox({
  slotProps: { input, htmlInput },
  inputRef,
  autoFocus,
  describedBy,
  label,
}: Props) {
  const { ref: ownRef, ...inputProps } = htmlInput;
  return (
    <OutlinedInput
      {...input}
      inputProps={{ ...inputProps, 'aria-describedby': describedBy, ...(label && { 'aria-label': label }) }}
      inputRef={useForkRef(ownRef, inputRef)}
      autoFocus={autoFocus}
      fullWidth
    />
  );
}
