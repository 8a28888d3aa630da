import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fold } from '#contract/bugs/search.ts';
import { unassigned } from '#web/lib/bugs/bug-labels.ts';
import { useOpening } from '#web/lib/keyboard/openable.tsx';
import { useUser } from '#web/lib/session/auth-context.ts';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { shortcutOf } from '#web/ui/keys.ts';
import { Popover } from '#web/ui/Popover.tsx';
import { Autocomplete } from '#web/ui/inputs/Autocomplete.tsx';
import { Digit } from '#web/ui/inputs/ChoiceMenu.tsx';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { Field, FieldLabel, FieldMessage } from '#web/ui/inputs/Field.tsx';
import { type People, peopleOptions, usePeople } from '#web/features/bugs/data/use-people.ts';
import { foundUsersQuery } from '#web/features/bugs/data/queries.ts';
import { fieldTexts } from './texts.ts';
import styles from './assignee.module.css';

export interface PersonPickerProps {
  /** The anchor element; the picker opens below it. */
  anchor: HTMLElement;
  label: string;
  /** The label of the choice of no user; by default `Unassigned`. */
  noneLabel?: string;
  /** Called with the chosen user; an empty id stands for no user. */
  onChoose: (id: string, name: string) => void;
  onClose: () => void;
}

/** The assignee picker: typing filters, Enter takes the first option, a digit the one beside it. */
export function PersonPicker({
  anchor,
  label,
  noneLabel = unassigned,
  onChoose,
  onClose,
}: PersonPickerProps) {
  const { _id: me, name: myName } = useUser();
  // No route loader retries this query.
  const { list, people } = usePeople({ retryOnMount: true });
  // Digits and names select among all users.
  useOpening({ isOpening: list.isPending, onClose });
  const [typed, setTyped] = useState('');
  const fixed = [
    { value: me, label: fieldTexts.me },
    { value: '', label: noneLabel },
  ];
  const { options, isSearching, noneText, remember } = usePersonOptions(people, fixed, typed);

  function choose(option: Option) {
    remember(option);
    onClose();
    onChoose(option.value, option.value === me ? myName : option.label);
  }

  function chooseByDigit(event: KeyboardEvent) {
    const option = options[Number(shortcutOf(event)) - 1];
    if (typed !== '' || !option) return;
    event.preventDefault();
    choose(option);
  }

  return (
    <Popover anchor={anchor} onClose={onClose} aria-label={label}>
      <div className={styles.picker} onKeyDown={chooseByDigit}>
        <Autocomplete<Option, false, true>
          open
          disableClearable
          autoHighlight
          handleHomeEndKeys={false}
          options={options}
          // Already filtered above, by the words of names.
          filterOptions={(all) => [...all]}
          getOptionKey={({ value, label: name }) => `${value} ${name}`}
          isOptionEqualToValue={() => false}
          inputValue={typed}
          onInputChange={(_, text, reason) => {
            if (reason === 'input') setTyped(text);
          }}
          onChange={(_, option) => choose(option)}
          onClose={(_, reason) => {
            if (reason === 'escape') onClose();
          }}
          loading={isSearching || list.isPending}
          loadingText={fieldTexts.person.searching}
          noOptionsText={noneText}
          autoFocus
          label={label}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props}>
              {option.label}
              {typed === '' && <OptionDigit index={options.indexOf(option)} />}
            </li>
          )}
          isInline
        />
        {list.error !== null && (
          <Button size="small" onClick={() => void list.refetch()}>
            {fieldTexts.peopleFailed}
          </Button>
        )}
      </div>
    </Popover>
  );
}

function OptionDigit({ index }: { index: number }) {
  return index < 9 && <Digit>{index + 1}</Digit>;
}

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
}

/** Selects a user by typing the beginning of a word of their name. */
export function PersonInput(props: PersonInputProps) {
  const { label, fixed, people, chosen, onChange, onBlur, inputRef, readOnly = false, error } = props;
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
        isInvalid={error !== undefined}
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
        handleHomeEndKeys={false}
        readOnly={readOnly}
        loading={isSearching}
        loadingText={fieldTexts.person.searching}
        noOptionsText={noneText}
        openText={fieldTexts.person.open}
        closeText={fieldTexts.person.close}
        {...(onBlur && { onBlur })}
        inputRef={inputRef}
        describedBy={message ? `${id}-message` : undefined}
      />
      {message && <FieldMessage id={`${id}-message`}>{message}</FieldMessage>}
    </Field>
  );
}

/** The number of loaded users offered before input, if not all are loaded. */
const offeredAtFirst = 50;

interface PersonOptions {
  readonly options: readonly Option[];
  readonly isSearching: boolean;
  /** The text of an empty list. */
  readonly noneText: string;
  /** Stores the name of a user who was found by the server. */
  readonly remember: (option: Option) => void;
}

/** The users with a word in their name that begins with the input: found here if all are loaded, else by the server. */
export function usePersonOptions(
  people: People,
  fixed: readonly Option[],
  typed: string,
  last: readonly Option[] = [],
): PersonOptions {
  const text = typed.trim();
  const settled = useDebounced(text, typingPause);
  const isAsked = settled !== '' && !people.isComplete;
  const found = useQuery({ ...foundUsersQuery(settled), enabled: isAsked });
  const isSearching = !people.isComplete && text !== '' && (text !== settled || found.isPending);
  const matching = (options: readonly Option[]) => options.filter(({ label }) => begins(label, text));

  function offered(): readonly Option[] {
    const { users, isComplete } = people;
    if (isComplete) return matching(peopleOptions(users));
    return peopleOptions(text === '' ? users.slice(0, offeredAtFirst) : (found.data ?? []));
  }

  return {
    options: isSearching ? [] : [...matching(fixed), ...offered(), ...matching(last)],
    isSearching,
    noneText: found.error ? fieldTexts.person.failed : fieldTexts.person.none,
    remember({ value }) {
      const user = found.data?.find(({ _id }) => _id === value);
      if (user) people.remember(user);
    },
  };
}

/** Whether a word of the name begins with the text, or the name itself does. */
function begins(name: string, text: string): boolean {
  return ` ${fold(name)}`.includes(` ${fold(text)}`);
}
