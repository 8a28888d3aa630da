import { FieldNames, type QueryField, queryFields } from '#contract/query/fields.ts';
import { endOfBare, tokenAt } from '#contract/query/tokens.ts';
import type { Span } from '#contract/query/tree.ts';

/** A part of a query as typed, whether or not the whole is valid. */
export type Lexeme = Span &
  (
    | { readonly kind: 'operator' | 'parenthesis' | 'phrase' | 'word' }
    /** A field's name with its colon. */
    | { readonly kind: 'field'; readonly name: string; readonly isKnown: boolean }
    /** A value of the preceding field, which may be empty. */
    | { readonly kind: 'value'; readonly field: string }
  );

const kinds = {
  and: 'operator',
  or: 'operator',
  not: 'operator',
  minus: 'operator',
  open: 'parenthesis',
  close: 'parenthesis',
} as const;

/** The parts of a query in order, for highlighting and completion. */
export function lexemesOf(text: string, fields: readonly QueryField[] = queryFields): readonly Lexeme[] {
  const names = new FieldNames(fields);
  const isField = (name: string) => names.isKnown(name);
  const lexemes: Lexeme[] = [];
  let opened = 0;
  for (let at = 0; ;) {
    const token = tokenAt(text, at, { isField, opened });
    const { start, end } = token;
    if (token.kind === 'end') return lexemes;
    at = end;
    if (token.kind === 'field') {
      const { name } = token;
      lexemes.push({ kind: 'field', name, isKnown: isField(name), start, end });
      const values = valuesFrom(text, end, name);
      lexemes.push(...values);
      at = values.at(-1)?.end ?? end;
    } else if (token.kind === 'word') {
      ({ opened } = token);
      lexemes.push({ kind: token.isPhrase ? 'phrase' : 'word', start, end });
    } else {
      lexemes.push({ kind: kinds[token.kind], start, end });
    }
  }
}

/** The values after a colon, separated by commas. */
function valuesFrom(text: string, from: number, field: string): readonly (Lexeme & { kind: 'value' })[] {
  const values: (Lexeme & { kind: 'value' })[] = [];
  for (let start = from; ; start += 1) {
    const end = endOfValue(text, start);
    values.push({ kind: 'value', field, start, end });
    start = end;
    if (text[start] !== ',') return values;
  }
}

function endOfValue(text: string, start: number): number {
  let at = endOfPart(text, start);
  while (text.startsWith('..', at) && at > start) at = endOfPart(text, at + 2);
  return at;
}

/** The end of a quoted value after its quotes, or of an unquoted one. */
function endOfPart(text: string, from: number): number {
  const start = from + (/^[<>]=?/.exec(text.slice(from, from + 2))?.[0].length ?? 0);
  if (text[start] !== '"') return endOfBare(text, start, ',');
  const quoted = /^"(?:[^"]|"")*"?/.exec(text.slice(start));
  return start + (quoted?.[0].length ?? 0);
}
