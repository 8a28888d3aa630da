import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type BugFieldView, fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { focusHeading } from '#web/ui/Page.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { FilterButton, FilterChips } from '#web/features/bugs/filters/FilterBar.tsx';
import { filterTexts } from '#web/features/bugs/filters/texts.ts';
import { useFilters } from '#web/features/bugs/filters/use-filters.ts';
import { QueryBox } from '#web/features/bugs/search/QueryBox.tsx';
import type { Problem } from '#web/features/bugs/search/QueryHelp.tsx';
import type { TypedSearch } from '#web/features/bugs/search/use-searched.ts';
import { firstRow, focusTitleOf } from './row-focus.ts';
import { listTexts } from './texts.ts';
import styles from './BugFilters.module.css';

interface Props {
  /** The values of the filters. */
  filter: BugFilter;
  onFilter: (change: Partial<BugFilter>) => void;
  typed: TypedSearch;
  /** The error of the typed query. */
  problem: Problem | undefined;
  vocabulary: Vocabulary;
  searchBox: RefObject<HTMLInputElement | null>;
  onSearchKey: (event: KeyboardEvent) => void;
  /** Rendered beside the filters: the control for how the list is shown. */
  children?: ReactNode;
}

/**
 * The search, the selects of status and priority, and a button for all other filters, which appear as chips once they
 * are set. On a phone, all filters are behind a button. The address holds the filters; the text is written there after
 * a pause in typing.
 */
export function BugFilters({ filter, onFilter, typed, vocabulary, children, ...search }: Props) {
  const hasAdditions = useAdditions();
  const fields = useBugFields();
  const [isOpen, setIsOpen] = useState(false);
  const filters = useFilters({ filter, onFilter, typed, vocabulary });
  return (
    <div className={styles.bar} role="search" data-open={isOpen} onKeyDown={leave}>
      <div className={styles.row}>
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
          {listTexts.filters(filters.count)}
        </Button>
        {(['status', 'priority'] as const).map((name) => (
          <div className={styles.select} key={name}>
            <ChoiceFilter field={fieldNamed(fields, name)} filter={filter} onChange={onFilter} />
          </div>
        ))}
        <div className={styles.buttons}>
          <FilterButton filters={filters} />
          {children}
        </div>
      </div>
      <FilterChips filters={filters} isReserved={typed.isQuery} />
    </div>
  );
}

interface ChoiceProps {
  field: BugFieldView;
  filter: BugFilter;
  onChange: (change: Partial<BugFilter>) => void;
}

/** A select of one value. It also shows several values if the address has them. */
function ChoiceFilter({ field, filter, onChange }: ChoiceProps) {
  const { name, label } = field;
  const parameter = name as 'status' | 'priority';
  const { [parameter]: value } = filter;
  const options = field.filter?.useOptions() ?? [];
  const isOne = value === undefined || options.some((option) => option.value === value);
  const several = options.filter((option) => value?.split(',').includes(option.value));
  return (
    <SelectInput
      label={label}
      name={name}
      options={[{ value: '', label: filterTexts.all }, ...options]}
      value={isOne ? (value ?? '') : ''}
      shown={isOne ? undefined : several.map((option) => option.label).join(', ')}
      onChange={(chosen) => onChange({ [parameter]: chosen || undefined })}
    />
  );
}

/** Escape leaves a closed filter, just as it leaves the empty search box. */
function leave({ key, target }: KeyboardEvent): void {
  const isClosed = target instanceof Element && target.matches('[role="combobox"][aria-expanded="false"]');
  if (key === 'Escape' && isClosed) focusHeading();
}

/** A ref for the search box, which is focused by its shortcut and by `/bugs#search`, to which other pages link. */
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
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    if (key === 'Enter' || key === 'ArrowDown') {
      // Otherwise Enter would also activate the link that is focused by then.
      event.preventDefault();
      setWanted(text);
    }
    if (key === 'Escape' && text === '') focusHeading();
  };
}
