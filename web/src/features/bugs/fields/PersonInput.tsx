import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useState } from 'react';
import { foundUsersQuery } from '#web/features/bugs/data/queries.ts';
import { type People, peopleOptions } from '#web/features/bugs/data/use-people.ts';
import { AutocompleteBox } from '#web/ui/AutocompleteBox.tsx';
import type { Option } from '#web/ui/SelectInput.tsx';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';
import { fieldTexts } from './texts.ts';

export interface PersonInputProps {
  label: string;
  /** What can be chosen beside users. */
  fixed: readonly Option[];
  people: People;
  chosen: Option;
  onChange: (value: string, label?: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  readOnly?: boolean;
  autoFocus?: boolean;
  error?: string | undefined;
}

/** So many of those who are loaded are offered before anything is typed. */
const offeredAtFirst = 50;

/** A choice of a user where there are too many for a list: they are found by the beginning of a word of their name. */
export function PersonInput(props: PersonInputProps) {
  const {
    label,
    fixed,
    people,
    chosen,
    onChange,
    onBlur,
    inputRef,
    readOnly = false,
    autoFocus,
    error,
  } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const settled = useDebounced(text, typingPause);
  const found = useQuery({ ...foundUsersQuery(settled), enabled: settled !== '' });
  const isSearching = text !== '' && (text !== settled || found.isPending);
  const options =
    text === ''
      ? [...fixed, ...peopleOptions(people.users.slice(0, offeredAtFirst))]
      : isSearching
        ? []
        : [...fixed.filter(({ label: name }) => begins(name, text)), ...peopleOptions(found.data ?? [])];

  function choose(option: Option) {
    const user = found.data?.find(({ _id }) => _id === option.value);
    if (user) people.remember(user);
    setTyped('');
    onChange(option.value, option.label);
  }

  return (
    <FormControl error={error !== undefined} fullWidth>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <Autocomplete
        id={id}
        options={options}
        // The server has filtered them.
        filterOptions={(all) => all}
        getOptionKey={({ value }) => value}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        value={chosen}
        onChange={(_, option) => choose(option)}
        onInputChange={(_, value, reason) => setTyped(reason === 'input' ? value : '')}
        disableClearable
        openOnFocus={autoFocus ?? false}
        selectOnFocus
        handleHomeEndKeys={false}
        readOnly={readOnly}
        loading={isSearching}
        loadingText={fieldTexts.person.searching}
        noOptionsText={found.error ? fieldTexts.person.failed : fieldTexts.person.none}
        openText={fieldTexts.person.open}
        closeText={fieldTexts.person.close}
        {...(onBlur && { onBlur })}
        renderInput={(params) => (
          <AutocompleteBox
            {...params}
            inputRef={inputRef}
            autoFocus={autoFocus ?? false}
            describedBy={`${id}-message`}
          />
        )}
      />
      <FormHelperText id={`${id}-message`}>{error ?? fieldTexts.person.hint}</FormHelperText>
    </FormControl>
  );
}

function begins(name: string, text: string): boolean {
  return name.toLowerCase().startsWith(text.toLowerCase());
}
