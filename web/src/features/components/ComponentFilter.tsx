import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useId } from 'react';
import type { FilterProps } from '#web/lib/bug-field.ts';
import { texts } from './texts.ts';
import { useComponents } from './use-components.ts';

/** Narrows the list to bugs of any of the chosen components, or without one. */
export function ComponentFilter({ filter, onChange }: FilterProps) {
  const id = useId();
  const { components } = useComponents();
  const value = filter.component?.split(',') ?? [];
  if (components.length === 0 && value.length === 0) return null;
  const options = [
    { value: 'none', label: texts.noComponent },
    ...components.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
  const nameOf = (chosen: string) =>
    options.find((option) => option.value === chosen)?.label ?? texts.unknown;

  function choose(chosen: readonly string[]) {
    const latest = chosen.at(-1);
    if (latest === undefined || latest === '') return onChange({ component: undefined });
    // The parameter is none, or components.
    const rest = latest === 'none' ? ['none'] : chosen.filter((one) => one !== 'none' && one !== '');
    onChange({ component: rest.join(',') });
  }

  return (
    <FormControl fullWidth>
      <FormLabel id={id} component="span">
        {texts.component}
      </FormLabel>
      <Select
        labelId={id}
        multiple
        displayEmpty
        value={value}
        onChange={({ target }) => choose(target.value as readonly string[])}
        renderValue={(chosen) => (chosen.length === 0 ? texts.all : chosen.map(nameOf).join(', '))}
      >
        <MenuItem value="">{texts.all}</MenuItem>
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
