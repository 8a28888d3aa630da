import { useInfiniteQuery, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { nameKey } from '#contract/bugs/search.ts';
import type { QueryField } from '#contract/query/fields.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { QueryError } from '#contract/query/tree.ts';
import { lexemesOf } from '#web/lib/query/completion.ts';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import { filterInQuery, withFilterInQuery } from '#web/lib/query/filter-text.ts';
import { isQuery, readingOf } from '#web/lib/query/is-query.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type BugFilter, bugFilter } from '#web/lib/api/specified.ts';
import { namedInOwn, useQueryFields } from '#web/lib/bugs/query-fields.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useAddressText } from '#web/lib/use-debounced.ts';
import { bugCountQuery, filterIn } from '#web/features/bugs/data/queries.ts';
import { knownPeople, usePeople } from '#web/features/bugs/data/use-people.ts';
import { useListAddress } from './list-address.ts';

/** The search of a list: words for the specification's search, or a query; not both. */
export interface Searched {
  readonly q: string;
  readonly query: string | undefined;
}

export interface TypedSearch {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The search for the text; while the text is invalid, the last valid one. */
  readonly searched: Searched;
  /** The same at the last pause in typing. */
  readonly settled: Searched;
  /** Whether the text in the box is a query. */
  readonly isQuery: boolean;
  /** The error of the query, after a pause in typing. */
  readonly error: QueryError | undefined;
  /** Whether the search matches the text in the box. */
  readonly isCurrent: boolean;
  /** Searches by the text as a query, if it was taken for words but could be a query. */
  readonly asQuery: (() => void) | undefined;
}

/** The search for a text, which is `q` or `query` in the address. Without fields there are no queries. */
export function searchedBy(text: string, fields: readonly QueryField[]): Searched {
  return fields.length > 0 && isQuery(text, fields) ? { q: '', query: text } : { q: text, query: undefined };
}

const noFields: readonly QueryField[] = [];

/** The text of the search box. It follows the address, and the address follows it after a pause in typing. */
export function useTypedSearch(): TypedSearch {
  const address = useListAddress();
  const { q = '', query } = address.filter;
  const known = useQueryFields();
  const fields = useAdditions() ? known : noFields;
  const errorIn = (asked: string | undefined) =>
    asked === undefined ? undefined : parseQuery(asked, fields).error;
  const [own, setOwn] = useState<string>();
  const isUnderstood = (wanted: Searched) =>
    errorIn(wanted.query) === undefined && !isUndecided(wanted.query ?? wanted.q);
  const inAddress = query ?? q;
  // In an address, the parameter decides: a text in `q` is words even if it looks like a query, as in addresses from
  // before queries existed.
  const read = (typed: string): Searched =>
    typed === inAddress ? { q: query === undefined ? q : '', query } : searchedBy(typed, fields);
  const [text, setBoxText, settledText] = useAddressText(
    inAddress,
    (typed) => {
      const found = read(typed);
      address.change({ q: found.q || undefined, query: found.query }, { replace: true });
    },
    (typed) => {
      const found = read(typed);
      return errorIn(found.query) === undefined && bugFilter.shape.q.safeParse(found.q).success;
    },
  );
  const isUndecided = useTakenAsWords({ own, settled: settledText, fields, address });
  const shown = useDeferredValue(text);
  const searched = useUnderstood(read(shown), isUnderstood);
  const { query: typedQuery } = read(text);
  const isTakenAsWords =
    typedQuery === undefined && searchedBy(text, fields).query !== undefined && errorIn(text) === undefined;
  return {
    text,
    setText(typed) {
      setOwn(typed);
      setBoxText(typed);
    },
    searched,
    settled: useUnderstood(read(settledText), isUnderstood),
    isQuery: typedQuery !== undefined,
    error: settledText === text && !isUndecided(text) ? errorIn(typedQuery) : undefined,
    isCurrent: (searched.query ?? searched.q) === text,
    asQuery: isTakenAsWords
      ? () => {
          setOwn(undefined);
          address.change({ q: undefined, query: text });
        }
      : undefined,
  };
}

interface Typed {
  /** Text typed here; in an address, the parameter has already decided. */
  own: string | undefined;
  /** The text at the last pause in typing. */
  settled: string;
  fields: readonly QueryField[];
  address: ReturnType<typeof useListAddress>;
}

/**
 * Takes an ambiguous text for words if a bug contains it as typed. Returns whether it is not yet known which one a text
 * is.
 */
function useTakenAsWords({ own, settled, fields, address }: Typed): (text: string) => boolean {
  const { filter, change } = address;
  const mayBeEither = (text: string) => text === own && couldBeEither(text, fields);
  const isAsked = mayBeEither(settled);
  const literal = useInfiniteQuery({
    ...bugCountQuery({ ...filter, sort: undefined, query: undefined, q: phraseOf(settled) }),
    enabled: isAsked,
  });
  const isFound = (literal.data?.pages[0]?.bugs.length ?? 0) > 0;
  const isToChange = isAsked && isFound && (filter.q !== settled || filter.query !== undefined);
  const takeAsWords = useEffectEvent(() => change({ q: settled, query: undefined }, { replace: true }));
  useEffect(() => {
    if (isToChange) takeAsWords();
  }, [isToChange, settled]);
  return (text) => mayBeEither(text) && (text !== settled || literal.fetchStatus === 'fetching');
}

/** Whether a text may be a query or part of a bug's text. A text with quotes cannot be searched for as a phrase. */
function couldBeEither(text: string, fields: readonly QueryField[]): boolean {
  if (text.includes('"') || fields.length === 0) return false;
  return readingOf(text, fields) === 'either';
}

/** The search for a text as a phrase. */
const phraseOf = (text: string): BugFilter['q'] => `"${text.trim()}"`;

/** The last valid search. An invalid query in the address is sent anyway, and the server returns the error. */
function useUnderstood(searched: Searched, isUnderstood: (searched: Searched) => boolean): Searched {
  const [last, setLast] = useState(searched);
  const isSame = last.q === searched.q && last.query === searched.query;
  if (!isSame && isUnderstood(searched)) setLast(searched);
  return last;
}

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
