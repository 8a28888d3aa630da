import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { QueryField } from '#contract/query/fields.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { QueryError } from '#contract/query/tree.ts';
import { isQuery, readingOf } from '#web/lib/query/is-query.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type BugFilter, bugFilter } from '#web/lib/api/specified.ts';
import { useQueryFields } from '#web/lib/bugs/query-fields.ts';
import { useAddressText } from '#web/lib/use-debounced.ts';
import { bugCountQuery } from '#web/features/bugs/data/queries.ts';
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
  /** The search at the last pause in typing. */
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
  const inAddress = query ?? q;
  const known = useQueryFields();
  const fields = useAdditions() ? known : noFields;
  // In an address, the parameter decides: a text in `q` is words even if it looks like a query, as in addresses from
  // before queries existed.
  const read = (typed: string): Searched =>
    typed === inAddress ? { q: query === undefined ? q : '', query } : searchedBy(typed, fields);
  const errorIn = ({ query: asked }: Searched) =>
    asked === undefined ? undefined : parseQuery(asked, fields).error;

  const [text, setBoxText, settledText] = useAddressText(
    inAddress,
    (typed) => {
      const found = read(typed);
      address.change({ q: found.q || undefined, query: found.query }, { replace: true });
    },
    (typed) => {
      const found = read(typed);
      return errorIn(found) === undefined && bugFilter.shape.q.safeParse(found.q).success;
    },
  );
  const [typedHere, setTypedHere] = useState<string>();
  const isUndecided = useTakenAsWords({ typedHere, settled: settledText, fields, address });

  const isUnderstood = (wanted: Searched) =>
    errorIn(wanted) === undefined && !isUndecided(wanted.query ?? wanted.q);
  const searched = useUnderstood(read(useDeferredValue(text)), isUnderstood);
  const settled = useUnderstood(read(settledText), isUnderstood);
  const inBox = read(text);
  const asQuery: Searched = { q: '', query: text };
  const couldBeQuery =
    inBox.query === undefined &&
    searchedBy(text, fields).query !== undefined &&
    errorIn(asQuery) === undefined;
  return {
    text,
    setText(typed) {
      setTypedHere(typed);
      setBoxText(typed);
    },
    searched,
    settled,
    isQuery: inBox.query !== undefined,
    error: settledText === text && !isUndecided(text) ? errorIn(inBox) : undefined,
    isCurrent: (searched.query ?? searched.q) === text,
    asQuery: couldBeQuery
      ? () => {
          setTypedHere(undefined);
          address.change({ q: undefined, query: text });
        }
      : undefined,
  };
}

interface Typed {
  /** Text typed here; in an address, the parameter has already decided. */
  typedHere: string | undefined;
  /** The text at the last pause in typing. */
  settled: string;
  fields: readonly QueryField[];
  address: ReturnType<typeof useListAddress>;
}

/**
 * Takes an ambiguous text for words if a bug contains it as typed. The returned function reports whether it is still
 * unknown if a text is words or a query.
 */
function useTakenAsWords({ typedHere, settled, fields, address }: Typed): (text: string) => boolean {
  const { filter, change } = address;
  const mayBeEither = (text: string) => text === typedHere && couldBeEither(text, fields);
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
