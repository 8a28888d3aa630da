import { useDeferredValue, useState } from 'react';
import type { QueryField } from '#contract/query/fields.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { QueryError } from '#contract/query/tree.ts';
import { isQuery } from '#web/lib/query/is-query.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { bugFilter } from '#web/lib/api/bug-filter.ts';
import { useQueryFields } from '#web/lib/bugs/query-fields.ts';
import { useAddressText } from '#web/lib/use-address-text.ts';
import { useListAddress } from './list-address.ts';

/** What a list is searched for: words that the specification's search finds, or a query; at most one of them. */
export interface Searched {
  readonly q: string;
  readonly query: string | undefined;
}

export interface TypedSearch {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** What the text asks for; what it did before, while it is not understood. */
  readonly searched: Searched;
  /** The same since one stopped typing. */
  readonly settled: Searched;
  /** Whether the text in the box is a query. */
  readonly isQuery: boolean;
  /** Why it is not understood, once one stops typing. */
  readonly error: QueryError | undefined;
  /** Whether what is searched for is what the box says. */
  readonly isCurrent: boolean;
}

/** What a text asks for, which stands in the address as `q` or as `query`. Without fields there are no queries. */
export function searchedBy(text: string, fields: readonly QueryField[]): Searched {
  return fields.length > 0 && isQuery(text, fields) ? { q: '', query: text } : { q: text, query: undefined };
}

const noFields: readonly QueryField[] = [];

/** The text of the search box. It follows the address, and the address follows it once one stops typing. */
export function useTypedSearch(): TypedSearch {
  const address = useListAddress();
  const { q = '', query } = address.filter;
  const known = useQueryFields();
  const fields = useAdditions() ? known : noFields;
  const errorIn = (asked: string | undefined) =>
    asked === undefined ? undefined : parseQuery(asked, fields).error;
  const isUnderstood = (wanted: Searched) => errorIn(wanted.query) === undefined;
  const inAddress = query ?? q;
  // An address says by itself how it is meant: with `q`, what looks like a query is words, as it was before there were queries.
  const read = (typed: string): Searched =>
    typed === inAddress ? { q: query === undefined ? q : '', query } : searchedBy(typed, fields);
  const [text, setText, settledText] = useAddressText(
    inAddress,
    (typed) => {
      const found = read(typed);
      address.change({ q: found.q || undefined, query: found.query }, { replace: true });
    },
    (typed) => {
      const found = read(typed);
      return isUnderstood(found) && bugFilter.shape.q.safeParse(found.q).success;
    },
  );
  const shown = useDeferredValue(text);
  const searched = useUnderstood(read(shown), isUnderstood);
  const { query: typedQuery } = read(text);
  return {
    text,
    setText,
    searched,
    settled: useUnderstood(read(settledText), isUnderstood),
    isQuery: typedQuery !== undefined,
    error: settledText === text ? errorIn(typedQuery) : undefined,
    isCurrent: (searched.query ?? searched.q) === text,
  };
}

/** What was last understood. A query of the address that is not is sent all the same: the server says what is wrong with it. */
function useUnderstood(searched: Searched, isUnderstood: (searched: Searched) => boolean): Searched {
  const [last, setLast] = useState(searched);
  const isSame = last.q === searched.q && last.query === searched.query;
  if (!isSame && isUnderstood(searched)) setLast(searched);
  return last;
}
