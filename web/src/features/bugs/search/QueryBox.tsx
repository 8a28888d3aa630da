import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { type Completions, completionsAt } from '#web/lib/query/completion.ts';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import { applyEdit } from '#web/lib/text-editor/apply-edit.ts';
import { Button } from '#web/ui/Button.tsx';
import { useComposed } from '#web/ui/inputs/composition.ts';
import { Field, InputBox } from '#web/ui/inputs/Field.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { HighlightedInput } from './HighlightedInput.tsx';
import { Line, type Problem, QueryHelp, QueryProblem, searchTexts } from './QueryHelp.tsx';
import styles from './search.module.css';

export interface QueryBoxProps {
  label: string;
  placeholder: string;
  /** Details, shown on hover. */
  title: string | undefined;
  text: string;
  onText: (text: string) => void;
  isQuery: boolean;
  problem: Problem | undefined;
  /** Searches by the text as a query, if it was taken for words but could be a query. */
  onAsQuery: (() => void) | undefined;
  /** What queries can refer to; undefined if the back end has no queries. */
  vocabulary: Vocabulary | undefined;
  searchBox: RefObject<HTMLInputElement | null>;
  onSearchKey: (event: KeyboardEvent) => void;
}

/** The search box: a plain input for words; highlights, completes and explains queries once one is typed. */
export function QueryBox({ text, onText, isQuery, problem, vocabulary, searchBox, ...box }: QueryBoxProps) {
  const id = useId();
  const list = useCompletions(searchBox, text, vocabulary);
  const isOpen = list.found !== undefined;
  const isCombobox = isQuery || isOpen;
  // A value that is being chosen is not missing yet.
  const shown = isOpen ? undefined : problem;
  const composed = useComposed({
    value: text,
    onChange({ target }) {
      onText(target.value);
      list.changed();
    },
  });
  return (
    <Field className={styles.box} error={shown !== undefined} onBlur={list.close}>
      <VisuallyHidden as="label" htmlFor={id}>
        {box.label}
      </VisuallyHidden>
      <InputBox>
        <SearchIcon />
        <HighlightedInput
          id={id}
          type="search"
          placeholder={box.placeholder}
          title={isQuery ? undefined : box.title}
          autoComplete="off"
          spellCheck={isQuery ? false : undefined}
          ref={searchBox}
          {...composed}
          onSelect={list.moved}
          onKeyDown={(event) => {
            if (list.onKey(event)) event.preventDefault();
            else box.onSearchKey(event);
          }}
          isQuery={isQuery}
          fields={vocabulary?.fields}
          problem={shown}
          aria-invalid={shown !== undefined}
          aria-describedby={shown && `${id}-problem`}
          {...(isCombobox && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
            'aria-controls': isOpen ? `${id}-list` : undefined,
            'aria-activedescendant': isOpen && list.active !== undefined ? `${id}-${list.active}` : undefined,
          })}
        />
        {vocabulary && <QueryHelp onExample={onText} box={searchBox} />}
      </InputBox>
      <Suggestions id={id} list={list} />
      {box.onAsQuery && (
        <Line>
          {searchTexts.asTyped}
          <Button size="small" variant="outlined" onClick={box.onAsQuery}>
            {searchTexts.asQuery}
          </Button>
        </Line>
      )}
      {isQuery && <QueryProblem id={`${id}-problem`} text={text} problem={shown} onText={onText} />}
    </Field>
  );
}

function Suggestions({ id, list: { found, active, take } }: { id: string; list: CompletionList }) {
  return (
    <>
      <VisuallyHidden role="status">{found && searchTexts.offered(found.options.length)}</VisuallyHidden>
      {found && (
        <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={searchTexts.suggestions}>
          {found.options.map((option, index) => (
            <div
              className={styles.option}
              key={option.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              ref={(element) => {
                if (index === active) element?.scrollIntoView({ block: 'nearest' });
              }}
              // The box keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(index)}
            >
              {option.text}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

interface Place {
  readonly cursor: number;
  /** How suggestions were opened: by typing, or by their key. */
  readonly opened: 'by typing' | 'by key' | undefined;
  /** The chosen suggestion. */
  readonly active: number | undefined;
}

interface CompletionList {
  /** The suggestions; undefined while the list is closed. */
  readonly found: Completions | undefined;
  readonly active: number | undefined;
  readonly take: (index: number) => void;
  readonly close: () => void;
  /** For the input: on text changes, cursor moves and keys. */
  readonly changed: () => void;
  readonly moved: () => void;
  /** Whether the list handled the key. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const takes = new Set(['Enter', 'Tab']);

const isForOpening = ({ key, ctrlKey, altKey }: KeyboardEvent) =>
  (ctrlKey && key === ' ') || (altKey && key === 'ArrowDown');

const closed: Place = { cursor: 0, opened: undefined, active: undefined };

/** The suggestions while a query is typed: arrows choose, Enter or Tab inserts one, Escape closes the list. */
function useCompletions(
  box: RefObject<HTMLInputElement | null>,
  text: string,
  vocabulary: Vocabulary | undefined,
): CompletionList {
  const [{ cursor, opened, active: chosen }, setPlace] = useState(closed);
  const found = opened && vocabulary && completionsAt(text, cursor, vocabulary, opened === 'by key');
  const count = found?.options.length ?? 0;
  // If a value must follow, Enter inserts the first one at once. After words, Enter goes to the list of bugs.
  const active = found && (chosen ?? (found.isValue ? 0 : undefined));

  const open = (by: Place['opened']) =>
    setPlace({ cursor: box.current?.selectionStart ?? 0, opened: by, active: undefined });

  function take(index: number) {
    const option = found?.options[index];
    if (!found || !option || !box.current) return;
    const end = found.start + option.text.length;
    applyEdit(box.current, {
      from: found.start,
      to: found.end,
      insert: option.text,
      selectFrom: end,
      selectTo: end,
    });
    // After a field, its values are suggested.
    if (option.kind === 'field') open('by typing');
    else setPlace(closed);
  }

  function onKey(event: KeyboardEvent): boolean {
    if (event.metaKey || event.shiftKey) return false;
    if (isForOpening(event)) {
      open('by key');
      return true;
    }
    if (!found || event.ctrlKey || event.altKey) return false;
    const step = steps[event.key];
    if (step !== undefined) {
      const from = active ?? (step === 1 ? -1 : 0);
      setPlace({ cursor, opened, active: (from + step + count) % count });
    } else if (takes.has(event.key) && active !== undefined) take(active);
    else if (event.key === 'Escape') setPlace(closed);
    else return false;
    return true;
  }

  return {
    found,
    active,
    take,
    close: () => setPlace(closed),
    changed: () => open('by typing'),
    moved() {
      if (opened && box.current?.selectionStart !== cursor) setPlace(closed);
    },
    onKey,
  };
}
