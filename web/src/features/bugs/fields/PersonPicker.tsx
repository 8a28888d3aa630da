import { type KeyboardEvent, useState } from 'react';
import { unassigned } from '#web/lib/bugs/bug-labels.ts';
import { useOpening } from '#web/lib/keyboard/openable.tsx';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import { Autocomplete } from '#web/ui/inputs/Autocomplete.tsx';
import { Digit } from '#web/ui/inputs/ChoiceMenu.tsx';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import { fieldTexts } from './texts.ts';
import { usePersonOptions } from './use-person-options.ts';
import styles from './PersonPicker.module.css';

export interface PersonPickerProps {
  /** The anchor element; the picker opens below it. */
  anchor: HTMLElement;
  label: string;
  /** The label of the choice of no user; by default `Unassigned`. */
  noneLabel?: string;
  /** The user, or none for an empty id. */
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
    const { key, ctrlKey, metaKey, altKey } = event;
    if (typed !== '' || ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return;
    const option = options[Number(key) - 1];
    if (!option) return;
    event.preventDefault();
    choose(option);
  }

  return (
    <Popover anchor={anchor} onClose={onClose} aria-label={label}>
      <div className={styles.column} onKeyDown={chooseByDigit}>
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
