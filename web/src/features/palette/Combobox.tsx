import useAutocomplete from '@mui/material/useAutocomplete';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Command } from '#web/lib/feature.ts';
import { controlName, keyNames } from '#web/lib/keyboard/shortcut.ts';
import { useComposed } from '#web/ui/inputs/composition.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { counted, inLanguage } from '#web/language/language.ts';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import {
  type Entry,
  entriesBeforeInput,
  findCommands,
  keyOf,
  type KnownBugs,
  nameOf,
  type Recent,
  useFoundBugs,
} from './data.ts';
import { manifestTexts } from './extensions.ts';
import styles from './palette.module.css';

const texts = inLanguage({
  en: {
    placeholder: 'Type a command, a bug number or some text',
    recent: 'Opened recently',
    commands: 'Commands',
    bugs: 'Bugs',
    searching: 'Searching…',
    none: (text: string) => `No commands or bugs match “${text}”.`,
    found: (commands: number, bugs: number) =>
      `${counted(commands, { one: 'command', other: 'commands' })}, ${counted(bugs, { one: 'bug', other: 'bugs' })}`,
    failed: 'Failed to search bugs',
    hint: (control: string) => `Enter opens, ${control}+Enter in another tab, Esc closes.`,
  },
  de: {
    placeholder: 'Ein Befehl, die Nummer eines Bugs oder ein Teil seines Textes',
    recent: 'Zuletzt geöffnet',
    commands: 'Befehle',
    bugs: 'Bugs',
    searching: 'Wird gesucht …',
    none: (text: string) => `Kein Befehl und kein Bug passt zu „${text}“.`,
    found: (commands: number, bugs: number) =>
      `${counted(commands, { one: 'Befehl', other: 'Befehle' })}, ${counted(bugs, { one: 'Bug', other: 'Bugs' })}`,
    failed: 'Die Bugs konnten nicht durchsucht werden',
    hint: (control: string) => `Enter öffnet, ${control}+Enter in einem weiteren Tab, Esc schließt.`,
  },
});

const maxLength = 200;

interface Props {
  commands: readonly Command[];
  recent: readonly Recent[];
  knownBugs: KnownBugs;
  onChoose: (entry: Entry, inNewTab: boolean) => void;
  onHighlight: (entry: Entry | null) => void;
  onClose: () => void;
}

/** A combobox whose list is always open: an input, and its matches below. */
export function Combobox({ commands, recent, knownBugs, onChoose, onHighlight, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const found = useFoundBugs(text, knownBugs);
  const options: Entry[] =
    text === ''
      ? entriesBeforeInput(recent, commands)
      : [
          ...findCommands(commands, text).map((command) => ({ command })),
          ...found.bugs.map((bug) => ({ bug })),
        ];
  const bugCount = options.filter(({ bug }) => bug).length;
  const counts = texts.found(options.length - bugCount, bugCount);
  const nothing = options.length === 0 && !found.isSearching && found.error === null;

  const combobox = useAutocomplete({
    open: true,
    options,
    filterOptions: (all) => all,
    groupBy: ({ command, isRecent }) =>
      isRecent === true ? texts.recent : command ? texts.commands : texts.bugs,
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

  const composed = useComposed(combobox.getInputProps() as Parameters<typeof useComposed>[0]);
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
          dir="auto"
          {...combobox.getInputProps()}
          {...composed}
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

/** An entry as shown in its row: a command with its keys, a bug with its number and status. */
function EntryContent({ entry: { command, bug } }: { entry: Entry }) {
  if (bug)
    return (
      <>
        {bug.number !== undefined && <span className={styles.number}>#{bug.number}</span>}{' '}
        <bdi className={styles.words}>{bug.title}</bdi> <StatusChip status={bug.status} />
      </>
    );
  return (
    <>
      <span className={styles.words}>{command.label}</span>
      {command.keys !== undefined && (
        <span className={styles.keys} aria-hidden>
          {keyNames(command.keys).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </>
  );
}

interface Given {
  readonly text: string;
  /** The loaded options. */
  readonly options: readonly Entry[];
  readonly isSearching: boolean;
  readonly onChoose: (entry: Entry) => void;
}

/** If Enter comes before the first match, as after a number, opens the match once found, unless typing continues. */
function useEnterAhead({ text, options, isSearching, onChoose }: Given) {
  const [textEntered, setTextEntered] = useState<string>();
  if (textEntered !== undefined && textEntered !== text) setTextEntered(undefined);
  const catchUp = useEffectEvent(() => {
    const [first] = options;
    // An effect must not close the palette, and with it the component that runs the effect.
    if (first && textEntered === text) queueMicrotask(() => onChoose(first));
  });
  useEffect(() => {
    if (!isSearching) catchUp();
  }, [isSearching]);

  return ({ key }: KeyboardEvent): void => {
    if (key === 'Enter' && options.length === 0 && isSearching) setTextEntered(text);
  };
}
