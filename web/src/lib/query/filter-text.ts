import type { BugFilter } from '#contract/bugs/bugs.ts';
import { exactTerms, inComments, searchTerms, searchesComments, unmarked } from '#contract/bugs/search.ts';
import { parseQuery } from '#contract/query/parse.ts';
import { printQuery } from '#contract/query/print.ts';
import { quote } from '#contract/query/tokens.ts';
import type { Node, Query, Span, Term } from '#contract/query/tree.ts';
import { type Vocabulary, filteringFields, givenBy, termOf } from './filter-terms.ts';
import { isQuery } from './is-query.ts';

/** A filter of the list, with a query in addition to its parameters. */
export type TypedFilter = BugFilter & { readonly query?: string | undefined };

type Given = Readonly<Record<string, string | undefined>>;

/**
 * A single query that selects and sorts like the whole filter; undefined if the filter's own query is invalid.
 * Parameters without a query field are omitted.
 */
export function queryOfFilter(filter: TypedFilter, vocabulary: Vocabulary): string | undefined {
  const { fields } = vocabulary;
  const { q = '', query: typed = '', sort, ...rest } = filter;
  const { query } = parseQuery(typed, fields);
  const words = parseQuery(quotedSearch(q, vocabulary), fields).query;
  if (!query || !words) return undefined;
  const given: Given = rest;
  const terms = filteringFields(fields).flatMap(([parameter, field]) => {
    const wanted = given[parameter];
    return wanted === undefined ? [] : [termOf(wanted, field, vocabulary)];
  });
  const all = { words: words.tree, terms, query: query.tree };
  return printQuery({
    tree: joined([all.words, ...all.terms, all.query]),
    sort: query.sort ?? sortOf(sort, vocabulary),
    inComments: query.inComments ?? words.inComments,
  });
}

/** The node that requires all of these. */
export function joined(parts: readonly (Node | undefined)[]): Node | undefined {
  const nodes = parts.flatMap((part) => (part?.kind === 'and' ? part.nodes : (part ?? [])));
  const [only] = nodes;
  return nodes.length > 1 ? { kind: 'and', nodes, start: 0, end: 0 } : only;
}

function sortOf(sort: string | undefined, { fields }: Vocabulary): Query['sort'] {
  const name = sort?.replace('-', '');
  const field = sort === undefined ? undefined : fields.find((each) => each.sort === name);
  return field && { field: field.name, descending: sort !== name, start: 0, end: 0 };
}

/** A query equivalent to a search text. */
export function quotedSearch(q: string, { fields }: Pick<Vocabulary, 'fields'>): string {
  const { query } = parseQuery(q, fields);
  const isWords = query && (query.tree === undefined || query.tree.kind === 'words');
  // Parentheses are operators in a query, but not in the search.
  if (isWords && !isQuery(q, fields) && !/[()]/.test(q)) return q;
  const exact = exactTerms(q);
  const words = searchTerms(q).filter((term) => !exact.some((phrase) => unmarked(phrase).includes(term)));
  const terms = words.map((term) => {
    // In quotes, marks would count.
    if (/^[\p{L}\p{N}]+$/u.test(term)) return term;
    if (!term.includes('"')) return quote(term);
    return `(title:${quote(term)} OR description:${quote(term)})`;
  });
  return [...exact.map(quote), ...terms, searchesComments(q) ? inComments : ''].join(' ');
}

/** The terms that bugs must match, by the equivalent parameter; each field once. */
function demanded(query: Query, { fields }: Vocabulary): ReadonlyMap<string, Term> {
  const { tree } = query;
  const nodes = tree?.kind === 'and' ? tree.nodes : tree ? [tree] : [];
  const terms = nodes.filter((node) => node.kind === 'term');
  return new Map(
    filteringFields(fields).flatMap(([parameter, { name }]) => {
      const [term, ...others] = terms.filter(({ field }) => field === name);
      return term && others.length === 0 ? [[parameter, term] as const] : [];
    }),
  );
}

/** The parameters equivalent to a query's required terms and to its sort. */
export function filterInQuery(text: string, vocabulary: Vocabulary): Given {
  const { query } = parseQuery(text, vocabulary.fields);
  if (!query) return {};
  const byParameter = new Map(filteringFields(vocabulary.fields));
  const given = [...demanded(query, vocabulary)].map(([parameter, term]) => {
    const field = byParameter.get(parameter);
    return [parameter, field && givenBy(term, field, vocabulary)] as const;
  });
  const sort = query.sort && vocabulary.fields.find(({ name }) => name === query.sort?.field)?.sort;
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...(sort !== undefined && { sort: `${query.sort?.descending ? '-' : ''}${sort}` }),
  };
}

/** The query with changed parameters applied to its terms, and the changed parameters for which it has no terms. */
export function withFilterInQuery(
  text: string,
  change: Given,
  vocabulary: Vocabulary,
): { text: string; rest: Given } {
  const byParameter = new Map(filteringFields(vocabulary.fields));
  let edited = text;
  const rest = Object.entries(change).filter(([parameter, value]) => {
    const { query } = parseQuery(edited, vocabulary.fields);
    if (!query) return true;
    const field = byParameter.get(parameter);
    const part = parameter === 'sort' ? query.sort : demanded(query, vocabulary).get(parameter);
    if (!part) return true;
    const tree = field && value !== undefined ? termOf(value, field, vocabulary) : undefined;
    const sort = parameter === 'sort' ? sortOf(value, vocabulary) : undefined;
    edited = replaced(edited, part, printQuery({ tree, sort, inComments: undefined }));
    return false;
  });
  return { text: edited, rest: Object.fromEntries(rest) };
}

/** The text with this part replaced. If `part` is empty, the adjacent parentheses and operator are removed, too. */
export function replaced(text: string, { start, end }: Span, part: string): string {
  let [before, after] = [text.slice(0, start), text.slice(end)];
  if (part !== '') return `${before}${part}${after}`;
  while (/\(\s*$/.test(before) && /^\s*\)/.test(after)) {
    before = before.replace(/\(\s*$/, '');
    after = after.replace(/^\s*\)/, '');
  }
  if (/(^|[\s)])AND\s*$/.test(before)) before = before.replace(/AND\s*$/, '');
  else after = after.replace(/^\s*AND(?=[\s(])/, '');
  if (/^\s*\)/.test(after)) return `${before.trimEnd()}${after.trimStart()}`;
  return `${before.trimEnd()} ${after.trimStart()}`.trim();
}
