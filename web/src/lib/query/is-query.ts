import { fold, inComments } from '#contract/bugs/search.ts';
import { FieldNames, type QueryField, queryFields } from '#contract/query/fields.ts';
import { endOfBare, tokenAt } from '#contract/query/tokens.ts';

const asking = new Set(['field', 'and', 'or', 'not', 'minus']);

/**
 * Whether a text that was typed into a search box is a query: whether it has a field, an operator or a negation. Any other
 * text is words, which mean the same to the search, and in which parentheses are characters like others.
 */
export function isQuery(text: string, fields: readonly QueryField[] = queryFields): boolean {
  const names = new FieldNames(fields);
  const isField = (name: string) => names.isKnown(name);
  let opened = 0;
  for (let at = 0; ;) {
    const token = tokenAt(text, at, { isField, opened });
    if (token.kind === 'end') return false;
    at = token.end;
    // The search knows it, too.
    const isOfSearch = fold(text.slice(token.start, endOfBare(text, token.start))) === inComments;
    if (isOfSearch) at = token.start + inComments.length;
    else if (asking.has(token.kind)) return true;
    if (token.kind === 'word') ({ opened } = token);
  }
}
