import { useState } from 'react';
import { maxQueryLength } from '#contract/bugs/bugs.ts';
import { textLength } from '#contract/text.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { type FieldFilter, fieldFilterIn, withFieldFilter } from '#web/lib/query/field-filter.ts';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import type { OwnQueryField } from '#web/lib/extensions.ts';
import { useOwnQueryFields } from '#web/lib/bugs/query-fields.ts';
import { Button } from '#web/ui/Button.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { useListAddress } from '#web/features/bugs/search/list-address.ts';
import { searchedBy, type TypedSearch } from '#web/features/bugs/search/use-searched.ts';
import { filterTexts } from './texts.ts';
import styles from './filters.module.css';

const FilterMenu = openable(async () => (await import('./FilterMenu.tsx')).FilterMenu);

interface Props {
  filters: ReturnType<typeof useFieldFilters>;
}

/** Opens the filters for fields defined by admins. Hidden if there are none. */
export function MoreFilters({ filters }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { fields, count } = filters;
  if (fields.length === 0) return null;
  return (
    <div className={styles.cell}>
      <Button
        variant="outlined"
        fullWidth
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        endIcon={<ChevronIcon />}
      >
        {filterTexts.more(count)}
      </Button>
      {anchor && <FilterMenu anchor={anchor} filters={filters} onClose={() => setAnchor(undefined)} />}
    </div>
  );
}

/** A field specific to the installation, and the query's filter on it. */
export interface FilteredField extends OwnQueryField {
  readonly filter: FieldFilter | undefined;
}

interface FieldFilters {
  readonly fields: readonly FilteredField[];
  /** The number of fields with a filter. */
  readonly count: number;
  /** Whether the typed query can be edited. */
  readonly isUnderstood: boolean;
  readonly set: (field: OwnQueryField, filter: FieldFilter | undefined) => void;
  readonly clear: () => void;
}

/** Filters by installation-specific fields. They have no parameters: they are parts of the query in the search box. */
export function useFieldFilters(
  { text, setText, isQuery }: TypedSearch,
  vocabulary: Vocabulary,
): FieldFilters {
  const own = useOwnQueryFields();
  const address = useListAddress();
  const edit = (typed: string, field: OwnQueryField, filter: FieldFilter | undefined) =>
    withFieldFilter({ text: typed, isQuery }, field.field, filter, vocabulary);
  const fields = own
    .filter(({ isArchived }) => !isArchived)
    .map((field) => ({
      ...field,
      filter: isQuery ? fieldFilterIn(text, field.field, vocabulary) : undefined,
    }));
  const chosen = fields.filter(({ filter }) => filter !== undefined);
  const [first] = fields;

  function write(edited: string | undefined) {
    if (edited === undefined || edited === text) return;
    // Too long for an address. The box shows an error, and the list does not change.
    if (textLength(edited) > maxQueryLength) {
      setText(edited);
      return;
    }
    const { q, query } = searchedBy(edited, vocabulary.fields);
    address.change({ q: q || undefined, query });
  }

  return {
    fields,
    count: chosen.length,
    isUnderstood: !first || edit(text, first, first.filter) !== undefined,
    set: (field, filter) => write(edit(text, field, filter)),
    clear: () => write(chosen.reduce((edited, field) => edit(edited, field, undefined) ?? edited, text)),
  };
}
