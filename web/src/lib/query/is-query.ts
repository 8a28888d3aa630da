import { fold, inComments } from '#contract/bugs/search.ts';
import { FieldNames, type QueryField, queryFields } from '#contract/query/fields.ts';
import { endOfBare, tokenAt } from '#contract/query/tokens.ts';

const asking = new Set(['field', 'and', 'or', 'not', 'minus']);

/**
 * Classifies the text typed into a search box. With an existing field it is a query. With only an operator, a negation
 * or an unknown field, it may also be part of a bug's text. Any other text is words, which the search treats the same,
 * and in which parentheses are ordinary characters.
 */
export function readingOf(
  text: string,
  fields: readonly QueryField[] = queryFields,
): 'words' | 'query' | 'either' {
  const names = new FieldNames(fields);
  const isField = (name: string) => names.isKnown(name);
  let opened = 0;
  let reading: 'words' | 'either' = 'words';
  for (let at = 0; ;) {
    const token = tokenAt(text, at, { isField, opened });
    if (token.kind === 'end') return reading;
    at = token.end;
    // The plain search supports it, too.
    const isOfSearch = fold(text.slice(token.start, endOfBare(text, token.start))) === inComments;
    if (isOfSearch) at = token.start + inComments.length;
    else if (token.kind === 'field' && isField(token.name)) return 'query';
    else if (asking.has(token.kind)) reading = 'either';
    if (token.kind === 'word') ({ opened } = token);
  }
}

/** Whether a text typed into a search box can be a query: whether it has a field, an operator or a negation. */
export function isQuery(text: string, fields: readonly QueryField[] = queryFields): boolean {
  return readingOf(text, fields) !== 'words';
}
