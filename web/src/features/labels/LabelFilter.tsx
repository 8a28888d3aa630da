import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useId } from 'react';
import type { FilterProps } from '#web/lib/bug-field.ts';
import { texts } from './texts.ts';
import { useLabels } from './use-labels.ts';

const noLabel = 'none';

/** Narrows the list to bugs with any of the chosen labels, or without one. */
export function LabelFilter({ filter, onChange }: FilterProps) {
  const id = useId();
  const { labels } = useLabels();
  const value = filter.label?.split(',') ?? [];
  if (labels.length === 0 && value.length === 0) return null;
  const options = [
    { value: noLabel, label: texts.noLabel },
    ...labels.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
  const nameOf = (chosen: string) =>
    options.find((option) => option.value === chosen)?.label ?? texts.unknown;

  function choose(chosen: readonly string[]) {
    const latest = chosen.at(-1);
    if (latest === undefined || latest === '') return onChange({ label: undefined });
    // Without a label excludes any of them.
    const rest = latest === noLabel ? [noLabel] : chosen.filter((one) => one !== noLabel && one !== '');
    onChange({ label: rest.join(',') });
  }

  return (
    <FormControl fullWidth>
      <FormLabel id={id} component="span">
        {texts.labels}
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
