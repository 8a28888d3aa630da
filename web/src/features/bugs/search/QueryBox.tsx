import { type KeyboardEvent, type RefObject, useId } from 'react';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, FieldLabel, InputBox } from '#web/ui/inputs/Field.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { HighlightedInput } from './HighlightedInput.tsx';
import { QueryHelp } from './QueryHelp.tsx';
import { Line, type Problem, QueryProblem } from './QueryProblem.tsx';
import { searchTexts } from './texts.ts';
import { type CompletionList, useCompletions } from './use-completions.ts';
import styles from './QueryBox.module.css';

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
  return (
    <Field className={styles.frame} error={shown !== undefined} onBlur={list.close}>
      <FieldLabel htmlFor={id}>{box.label}</FieldLabel>
      <InputBox>
        <SearchIcon />
        <HighlightedInput
          id={id}
          type="search"
          placeholder={box.placeholder}
          title={isQuery ? undefined : box.title}
          autoComplete="off"
          spellCheck={isQuery ? false : undefined}
          value={text}
          ref={searchBox}
          onChange={({ target }) => {
            onText(target.value);
            list.changed();
          }}
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
