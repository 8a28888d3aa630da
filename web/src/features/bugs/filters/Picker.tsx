import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { fold } from '#contract/bugs/search.ts';
import { useComposed } from '#web/ui/inputs/composition.ts';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { filterTexts } from './texts.ts';
import styles from './filters.module.css';

/** The options whose label has the typed text. */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = fold(typed.trim());
  return options.filter(({ label }) => fold(label).includes(wanted));
}

export interface PickerProps {
  label: string;
  options: readonly Option[];
  noneText?: string;
  /** Whether an option is ticked; undefined for one that has no tick. */
  isChosen: (value: string) => boolean | undefined;
  typed: string;
  onTyped: (text: string) => void;
  onChoose: (value: string) => void;
  onBack?: (() => void) | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Options that typing narrows. Arrows move, Enter chooses, Backspace in the empty input goes back. */
export function Picker(props: PickerProps) {
  const {
    label,
    options,
    noneText = filterTexts.noMatch,
    isChosen,
    typed,
    onTyped,
    onChoose,
    onBack,
  } = props;
  const id = useId();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a phone, the focus would open the keyboard.
    if (!matchMedia('(pointer: coarse)').matches) input.current?.focus();
  }, []);
  const active = Math.min(at, options.length - 1);
  const composed = useComposed({
    value: typed,
    onChange({ target }) {
      onTyped(target.value);
      setAt(0);
    },
  });

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const step = steps[key];
    const option = options[active];
    if (step !== undefined) {
      const next = (active + step + options.length) % Math.max(1, options.length);
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (key === 'Enter' && option) onChoose(option.value);
    else if (key === 'Backspace' && typed === '' && onBack) onBack();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        className={styles.find}
        role="combobox"
        dir="auto"
        aria-label={label}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        ref={input}
        {...composed}
        onKeyDown={onKeyDown}
      />
      <div
        className={styles.options}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable
        ref={list}
      >
        {options.map(({ value, label: name }, index) => {
          const isTicked = isChosen(value);
          return (
            <div
              key={value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={isTicked ?? false}
              data-active={index === active}
              // The input keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                setAt(index);
                onChoose(value);
              }}
            >
              {isTicked !== undefined && <input type="checkbox" checked={isTicked} readOnly inert />}
              <span>{name}</span>
            </div>
          );
        })}
      </div>
      {options.length === 0 && <p className={styles.note}>{noneText}</p>}
    </>
  );
}
