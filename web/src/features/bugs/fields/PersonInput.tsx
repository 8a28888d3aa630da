import { type Ref, useId, useState } from 'react';
import type { People } from '#web/features/bugs/data/use-people.ts';
import { Autocomplete } from '#web/ui/inputs/Autocomplete.tsx';
import { Field, FieldLabel, FieldMessage } from '#web/ui/inputs/Field.tsx';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { fieldTexts } from './texts.ts';
import { usePersonOptions } from './use-person-options.ts';

export interface PersonInputProps {
  label: string;
  /** Further options beside users. */
  fixed: readonly Option[];
  people: People;
  chosen: Option;
  onChange: (value: string, label?: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  readOnly?: boolean;
  error?: string | undefined;
  /** Whether it replaces a list that was opened: it then starts focused and open. */
  isOpened?: boolean;
}

/** Selects a user by typing the beginning of a word of their name. */
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
    error,
    isOpened = false,
  } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const { options, isSearching, noneText, remember } = usePersonOptions(people, fixed, typed);

  // A list of all users needs no hint on typing.
  const message = error ?? (people.isComplete ? undefined : fieldTexts.person.hint);

  function choose(option: Option) {
    remember(option);
    setTyped('');
    onChange(option.value, option.label);
  }

  return (
    <Field error={error !== undefined}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Autocomplete
        id={id}
        options={options}
        // Already filtered, by the words of names.
        filterOptions={(all) => [...all]}
        getOptionKey={({ value }) => value}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        value={chosen}
        onChange={(_, option) => choose(option)}
        onInputChange={(_, value, reason) => setTyped(reason === 'input' ? value : '')}
        disableClearable
        selectOnFocus
        openOnFocus={isOpened}
        handleHomeEndKeys={false}
        readOnly={readOnly}
        loading={isSearching}
        loadingText={fieldTexts.person.searching}
        noOptionsText={noneText}
        openText={fieldTexts.person.open}
        closeText={fieldTexts.person.close}
        {...(onBlur && { onBlur })}
        inputRef={inputRef}
        autoFocus={isOpened}
        describedBy={message ? `${id}-message` : undefined}
      />
      {message && <FieldMessage id={`${id}-message`}>{message}</FieldMessage>}
    </Field>
  );
}
