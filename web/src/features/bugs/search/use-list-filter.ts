import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { nameKey } from '#contract/bugs/search.ts';
import type { QueryField } from '#contract/query/fields.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { useOwnQueryFields, useQueryFields } from '#web/lib/bugs/query-fields.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { lexemesOf } from '#web/lib/query/completion.ts';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import { filterInQuery, withFilterInQuery } from '#web/lib/query/filter-text.ts';
import { filterIn } from '#web/features/bugs/data/queries.ts';
import { knownPeople, usePeople } from '#web/features/bugs/data/use-people.ts';
import { useListAddress } from './list-address.ts';
import { searchedBy, type TypedSearch } from './use-searched.ts';

/** The loaded vocabulary of queries. */
export function useVocabulary(): Vocabulary {
  const client = useQueryClient();
  const fields = useQueryFields();
  const own = useOwnQueryFields();
  const views = useBugFields();
  // Names may be loaded later.
  useIsFetching();
  return {
    fields,
    named: (key) =>
      fields.find((field) => field.key === key)?.kind === 'person'
        ? knownPeople(client)
        : (views.find(({ name }) => name === key)?.named?.(client) ??
          own.find(({ field }) => field.key === key)?.named ??
          []),
  };
}

/** Whether a query names people, or is about to. */
function namesPeople(text: string, fields: readonly QueryField[]): boolean {
  return lexemesOf(text, fields).some(
    (lexeme) =>
      lexeme.kind === 'value' &&
      fields.some(({ name, kind }) => kind === 'person' && nameKey(name) === nameKey(lexeme.field)) &&
      !/^(@me|none|[0-9a-f-]{36})$/i.test(text.slice(lexeme.start, lexeme.end)),
  );
}

/**
 * The values of the list's selects, and their change. If the typed query has a term for a field, the select shows it,
 * and choosing a value edits the query. Otherwise the select has its own parameter.
 */
export function useListFilter(
  filter: BugFilter,
  { text, isQuery: isTypedQuery }: TypedSearch,
): {
  readonly filter: BugFilter;
  readonly change: (change: Partial<BugFilter>) => void;
  readonly vocabulary: Vocabulary;
} {
  const vocabulary = useVocabulary();
  usePeople({ enabled: isTypedQuery && namesPeople(text, vocabulary.fields) });
  const address = useListAddress();
  return {
    vocabulary,
    filter: isTypedQuery ? { ...filter, ...filterIn(filterInQuery(text, vocabulary)) } : filter,
    change(wanted) {
      const { text: edited, rest } = isTypedQuery
        ? withFilterInQuery(text, wanted, vocabulary)
        : { text, rest: wanted };
      // A term replaces its field's parameter.
      const inText = Object.keys(wanted).filter((name) => !(name in rest));
      const parameters = { ...rest, ...Object.fromEntries(inText.map((name) => [name, undefined])) };
      const { q, query } = searchedBy(edited, vocabulary.fields);
      address.change({ ...parameters, ...(edited !== text && { q: q || undefined, query }) });
    },
  };
}
