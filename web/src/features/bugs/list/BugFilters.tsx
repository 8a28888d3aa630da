import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Sort } from '#contract/bugs/bugs.ts';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { BugFieldView } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { focusHeading } from '#web/ui/Page.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { defaultSort } from '#web/features/bugs/data/order.ts';
import { PersonFilter } from '#web/features/bugs/fields/assignee.tsx';
import { fieldTexts } from '#web/features/bugs/fields/texts.ts';
import { MoreFilters, useFieldFilters } from '#web/features/bugs/filters/MoreFilters.tsx';
import { QueryBox } from '#web/features/bugs/search/QueryBox.tsx';
import type { Problem } from '#web/features/bugs/search/QueryHelp.tsx';
import type { TypedSearch } from '#web/features/bugs/search/use-searched.ts';
import { firstRow, focusTitleOf } from './row-focus.ts';
import { listTexts } from './texts.ts';
import styles from './BugFilters.module.css';

const sorts = [defaultSort, 'createdAt', '-updatedAt', 'updatedAt'] as const satisfies readonly Sort[];

/** The orders by name, for layouts without column headings. */
function sortOptions(fields: readonly BugFieldView[]) {
  const named = fields.flatMap(({ name, sort }) => {
    if (!sort) return [];
    const both = [
      { value: name, label: sort.ascending },
      { value: `-${name}`, label: sort.descending },
    ];
    return sort.first === 'ascending' ? both : both.toReversed();
  });
  return [...sorts.map((value) => ({ value, label: listTexts.sorts[value] })), ...named];
}

interface Props {
  /** The values of the selects. */
  filter: BugFilter;
  onFilter: (change: Partial<BugFilter>) => void;
  typed: TypedSearch;
  /** The error of the typed query. */
  problem: Problem | undefined;
  vocabulary: Vocabulary;
  searchBox: RefObject<HTMLInputElement | null>;
  onSearchKey: (event: KeyboardEvent) => void;
}

/** Search and filters. The address holds the filters; the text is written there after a pause in typing. */
export function BugFilters({ filter, onFilter, typed, vocabulary, ...search }: Props) {
  const hasAdditions = useAdditions();
  const fields = useBugFields();
  const [isOpen, setIsOpen] = useState(false);
  const { sort: _, ...filters } = filter;
  const more = useFieldFilters(typed, vocabulary);
  const count = Object.values(filters).filter(Boolean).length + more.count;
  return (
    <div className={styles.row} role="search" data-open={isOpen} onKeyDown={leave}>
      <QueryBox
        {...search}
        label={listTexts.search}
        placeholder={listTexts.searchHint}
        title={hasAdditions ? listTexts.searchHelp : undefined}
        text={typed.text}
        onText={typed.setText}
        isQuery={typed.isQuery}
        vocabulary={hasAdditions ? vocabulary : undefined}
        onAsQuery={typed.asQuery}
      />
      <Button
        className={styles.fold}
        aria-expanded={isOpen}
        variant="outlined"
        onClick={() => setIsOpen(!isOpen)}
      >
        {listTexts.filters(count)}
      </Button>
      {fields.map(({ name, Filter }) => Filter && <Filter key={name} filter={filter} onChange={onFilter} />)}
      <PersonFilter
        label={fieldTexts.reporter}
        value={filter.createdBy}
        onChange={(createdBy) => onFilter({ createdBy })}
      />
      <MoreFilters filters={more} />
      <div className={styles.sortSlot}>
        <SelectInput
          label={listTexts.sort}
          options={sortOptions(fields)}
          value={filter.sort ?? defaultSort}
          onChange={(value) => onFilter({ sort: value === defaultSort ? undefined : (value as Sort) })}
        />
      </div>
    </div>
  );
}

/** Escape leaves a closed filter, just as it leaves the empty search box. */
function leave({ key, target }: KeyboardEvent): void {
  const isClosed = target instanceof Element && target.matches('[role="combobox"][aria-expanded="false"]');
  if (key === 'Escape' && isClosed) focusHeading();
}

/** For the search box: it is focused by its shortcut, and on `/bugs#search`, the address that other pages link to. */
export function useSearchKey(): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const asked = useLocation({ select: ({ hash }) => hash === 'search' });
  useShortcuts({
    '/': () => {
      box.current?.focus();
      box.current?.select();
    },
  });
  useEffect(() => {
    // The page's heading takes the focus first.
    if (asked) queueMicrotask(() => box.current?.focus());
  }, [asked]);
  return box;
}

interface BoxKeys {
  box: RefObject<HTMLInputElement | null>;
  text: string;
  /** Whether the shown rows are the text's matches. */
  isFound: boolean;
}

/**
 * The keys of the search box: Enter and the down arrow focus the first bug as soon as it is found, Escape leaves an
 * empty box.
 */
export function useBoxKeys({ box, text, isFound }: BoxKeys): (event: KeyboardEvent) => void {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined || (wanted === text && !isFound)) return;
    setWanted(undefined);
    if (wanted === text && document.activeElement === box.current) focusTitleOf(firstRow());
  }, [wanted, text, isFound, box]);

  return (event) => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    if (key === 'Enter' || key === 'ArrowDown') {
      // Or Enter would also activate the link that is focused by then.
      event.preventDefault();
      setWanted(text);
    }
    if (key === 'Escape' && text === '') focusHeading();
  };
}
