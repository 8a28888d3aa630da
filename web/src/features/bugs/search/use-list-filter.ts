import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import { filterInQuery, withFilterInQuery } from '#web/lib/query/filter-text.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { namedInOwn, useQueryFields } from '#web/lib/bugs/query-fields.ts';
import { filterIn } from '#web/features/bugs/data/queries.ts';
import { knownPeople, usePeople } from '#web/features/bugs/data/use-people.ts';
import { useListAddress } from './list-address.ts';
import { searchedBy, type TypedSearch } from './use-searched.ts';

/** The loaded vocabulary of queries. */
export function useVocabulary(): Vocabulary {
  const client = useQueryClient();
  const fields = useQueryFields();
  const views = useBugFields();
  // Names may be loaded later.
  useIsFetching();
  return {
    fields,
    named: (key) =>
      fields.find((field) => field.key === key)?.kind === 'person'
        ? knownPeople(client)
        : (views.find(({ name }) => name === key)?.named?.(client) ?? namedInOwn(key)),
  };
}

/**
 * The values of the list's selects, and their change. If the typed query has a term for a field, the select shows it,
 * and choosing a value edits the query. Otherwise the select has its own parameter.
 */
export function useListFilter(
  filter: BugFilter,
  { text, isQuery }: TypedSearch,
): {
  readonly filter: BugFilter;
  readonly change: (change: Partial<BugFilter>) => void;
  readonly vocabulary: Vocabulary;
} {
  const vocabulary = useVocabulary();
  // A query may name people.
  usePeople({ enabled: isQuery });
  const address = useListAddress();
  return {
    vocabulary,
    filter: isQuery ? { ...filter, ...filterIn(filterInQuery(text, vocabulary)) } : filter,
    change(wanted) {
      const { text: edited, rest } = isQuery
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
