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

/** The search of a list: words for the specification's search, or a query; at most one of them. */
export interface Searched {
  readonly q: string;
  readonly query: string | undefined;
}

export interface TypedSearch {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The search of the text; while the text is invalid, the last valid one. */
  readonly searched: Searched;
  /** The same at the last pause in typing. */
  readonly settled: Searched;
  /** Whether the text in the box is a query. */
  readonly isQuery: boolean;
  /** The error of the query, after a pause in typing. */
  readonly error: QueryError | undefined;
  /** Whether the search is that of the box. */
  readonly isCurrent: boolean;
}

/** The search of a text, which is `q` or `query` in the address. Without fields there are no queries. */
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
  const isUnderstood = (wanted: Searched) => errorIn(wanted.query) === undefined;
  const inAddress = query ?? q;
  // The parameter in an address decides: a text in `q` is words even if it looks like a query, as in addresses from
  // before queries.
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

/** The last valid search. An invalid query in the address is sent all the same, and the server returns the error. */
function useUnderstood(searched: Searched, isUnderstood: (searched: Searched) => boolean): Searched {
  const [last, setLast] = useState(searched);
  const isSame = last.q === searched.q && last.query === searched.query;
  if (!isSame && isUnderstood(searched)) setLast(searched);
  return last;
}
