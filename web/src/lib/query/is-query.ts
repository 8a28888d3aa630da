import { fold, inComments } from '#contract/bugs/search.ts';
import { FieldNames, type QueryField, queryFields } from '#contract/query/fields.ts';
import { endOfBare, tokenAt } from '#contract/query/tokens.ts';

const asking = new Set(['field', 'and', 'or', 'not', 'minus']);

/**
 * What a text that was typed into a search box is. With a field that exists it is a query. With an operator, a negation or
 * another field alone, it may as well be a part of a bug's text. Any other text is words, which mean the same to the
 * search, and in which parentheses are characters like others.
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
    // The search knows it, too.
    const isOfSearch = fold(text.slice(token.start, endOfBare(text, token.start))) === inComments;
    if (isOfSearch) at = token.start + inComments.length;
    else if (token.kind === 'field' && isField(token.name)) return 'query';
    else if (asking.has(token.kind)) reading = 'either';
    if (token.kind === 'word') ({ opened } = token);
  }
}

/** Whether a text that was typed into a search box can be a query: whether it has a field, an operator or a negation. */
export function isQuery(text: string, fields: readonly QueryField[] = queryFields): boolean {
  return readingOf(text, fields) !== 'words';
}
