import useAutocomplete from '@mui/material/useAutocomplete';
import { type MouseEvent, useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Command } from '#web/lib/feature.ts';
import { controlName } from '#web/lib/keyboard/control.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { type Entry, keyOf, nameOf } from './entries.ts';
import { EntryContent } from './EntryContent.tsx';
import { findCommands } from './find-commands.ts';
import { manifestTexts } from './manifest-texts.ts';
import { texts } from './texts.ts';
import { useEnterAhead } from './use-enter-ahead.ts';
import { type KnownBugs, useFoundBugs } from './use-found-bugs.ts';
import styles from './palette.module.css';

const maxLength = 200;

interface Props {
  commands: readonly Command[];
  knownBugs: KnownBugs;
  onChoose: (entry: Entry, inNewTab: boolean) => void;
  onHighlight: (entry: Entry | null) => void;
  onClose: () => void;
}

/** A combobox whose list is always open: an input, and its matches below. */
export function Combobox({ commands, knownBugs, onChoose, onHighlight, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const found = useFoundBugs(text, knownBugs);
  const options: Entry[] = [
    ...findCommands(commands, text).map((command) => ({ command })),
    ...found.bugs.map((bug) => ({ bug })),
  ];
  const counts = texts.found(options.length - found.bugs.length, found.bugs.length);
  const nothing = options.length === 0 && !found.isSearching && found.error === null;

  const combobox = useAutocomplete({
    open: true,
    options,
    filterOptions: (all) => all,
    groupBy: ({ command }) => (command ? texts.commands : texts.bugs),
    getOptionLabel: nameOf,
    getOptionKey: keyOf,
    value: null,
    inputValue: typed,
    autoHighlight: true,
    clearOnBlur: false,
    handleHomeEndKeys: false,
    onInputChange: (_, value, reason) => reason === 'input' && setTyped(value),
    onHighlightChange: (_, entry) => onHighlight(entry),
    onChange: (event, entry) => entry && onChoose(entry, isControlled(event.nativeEvent)),
    onClose: (_, reason) => reason === 'escape' && onClose(),
  });

  const enterAhead = useEnterAhead({
    text,
    options,
    isSearching: found.isSearching,
    onChoose: (entry) => onChoose(entry, false),
  });

  return (
    <>
      <div className={styles.field} {...combobox.getRootProps({ onKeyDown: enterAhead })}>
        <SearchIcon />
        <VisuallyHidden as="label" {...combobox.getInputLabelProps()}>
          {manifestTexts.open}
        </VisuallyHidden>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog is for this field.
          autoFocus
          placeholder={texts.placeholder}
          {...combobox.getInputProps()}
          maxLength={maxLength}
        />
      </div>
      <VisuallyHidden role="status">
        {found.isSearching ? texts.searching : nothing ? texts.none(text) : counts}
      </VisuallyHidden>
      {options.length > 0 && (
        <ul className={styles.list} {...combobox.getListboxProps()}>
          {combobox.groupedOptions.map(({ key, group, index: first, options: entries }) => (
            <li key={key} role="presentation">
              <div className={styles.groupName} aria-hidden>
                {group}
              </div>
              <ul className={styles.group} role="group" aria-label={group}>
                {entries.map((option, index) => {
                  const { key: name, ...props } = combobox.getOptionProps({ option, index: first + index });
                  return (
                    <li
                      className={styles.option}
                      key={name}
                      {...props}
                      onAuxClick={(event) => isMiddle(event) && onChoose(option, true)}
                    >
                      <EntryContent entry={option} />
                    </li>
                  );
                })}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {found.isSearching && found.bugs.length === 0 && (
        <div className={styles.below} aria-hidden>
          {texts.searching}
        </div>
      )}
      {nothing && (
        <div className={styles.below} aria-hidden>
          {texts.none(text)}
        </div>
      )}
      {found.error !== null && (
        <div className={styles.below}>
          <ErrorState title={texts.failed} text={reasonOf(found.error)} onRetry={found.retry} />
        </div>
      )}
      <p className={styles.hint}>{texts.hint(controlName)}</p>
    </>
  );
}

/** Whether a key press or click asks for another tab. */
function isControlled(event: Event): boolean {
  return (
    (event instanceof KeyboardEvent || event instanceof globalThis.MouseEvent) &&
    (event.ctrlKey || event.metaKey)
  );
}

const isMiddle = ({ button }: MouseEvent) => button === 1;
