import { fold } from '#contract/bugs/search.ts';
import { directives, FieldNames, type QueryField, queryFields } from '#contract/query/fields.ts';
import { endOfBare, quote, tokenAt } from '#contract/query/tokens.ts';
import type { Span } from '#contract/query/tree.ts';
import { choicesOf } from '#contract/query/values.ts';
import type { Vocabulary } from './filter-terms.ts';
import { isQuery } from './is-query.ts';

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

/** A suggestion at a position in a query. */
interface Completion {
  readonly kind: 'field' | 'value' | 'operator';
  /** The text to insert. */
  readonly text: string;
}

/** The suggestions that can replace the text around the cursor. */
export interface Completions extends Span {
  readonly options: readonly Completion[];
  /** Whether the first one is likely to be meant, because a value is required here. */
  readonly isValue: boolean;
}

const most = 50;
const operators = ['AND', 'OR', 'NOT'];
const days = ['today', '-7d', '-2w', '-1m', '-1y'];

/**
 * The completions at the cursor. Words are completed to fields and operators only in a query or on request, so as not
 * to interrupt a search for words.
 */
export function completionsAt(
  text: string,
  cursor: number,
  vocabulary: Vocabulary,
  isAsked: boolean,
): Completions | undefined {
  const lexemes = lexemesOf(text, vocabulary.fields);
  const at = lexemes.findLast(({ start, end }) => start <= cursor && cursor <= end);
  const found =
    at?.kind === 'value'
      ? valuesAt(text, at, lexemes, vocabulary)
      : isAsked || isQuery(text, vocabulary.fields)
        ? namesAt(text, cursor, at, vocabulary)
        : undefined;
  if (!found || found.options.length === 0) return undefined;
  // The text is already there, so it is not suggested.
  const [only] = found.options;
  if (found.options.length === 1 && only?.text === text.slice(found.start, found.end)) return undefined;
  return found;
}

function namesAt(
  text: string,
  cursor: number,
  at: Lexeme | undefined,
  { fields }: Vocabulary,
): Completions | undefined {
  if (at?.kind === 'phrase') return undefined;
  const isWord =
    at?.kind === 'word' || at?.kind === 'field' || (at?.kind === 'operator' && at.end > at.start + 1);
  // At the start of a word, the completion is inserted before it.
  const span = isWord && at.start < cursor ? at : { start: cursor, end: cursor };
  const typed = text.slice(span.start, cursor);
  const names = new FieldNames(fields).names.map((name): Completion => {
    const isBare = /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name);
    return { kind: 'field', text: `${isBare ? name : `"${name}"`}:` };
  });
  const options = [
    ...matching(names, typed),
    ...(typed === ''
      ? []
      : operators
          .filter((operator) => operator.startsWith(typed) && operator !== typed)
          .map((operator): Completion => ({ kind: 'operator', text: `${operator} ` }))),
  ];
  return { start: span.start, end: span.end, options, isValue: false };
}

function valuesAt(
  text: string,
  { start, end, field: name }: Lexeme & { kind: 'value' },
  lexemes: readonly Lexeme[],
  { fields, named }: Vocabulary,
): Completions | undefined {
  const written = text.slice(start, end);
  const [, before = ''] = /^([<>]=?|.*\.\.|)/s.exec(written) ?? [];
  const typed = written.slice(before.length).replace(/^"/, '').replace(/"$/, '');
  const names = new FieldNames(fields);
  const field = names.find(name);
  const values = field
    ? [...valuesOf(field, named(field.key)), ...(field.orNone && before === '' ? ['none'] : [])]
    : directiveValues(name, names);
  const others = new Set(
    lexemes
      .filter((one) => one.kind === 'value' && one.field === name && one.start !== start)
      .map((one) => text.slice(one.start, one.end)),
  );
  const options = matching(
    values.map((value): Completion => ({ kind: 'value', text: value })),
    typed,
  ).filter((option) => !others.has(option.text));
  return { start: start + before.length, end, options, isValue: true };
}

function valuesOf(field: QueryField, named: readonly { readonly name: string }[]): readonly string[] {
  switch (field.kind) {
    case 'choice':
    case 'yes-no':
      return choicesOf(field);
    case 'time':
    case 'day':
      return days;
    case 'person':
      return ['@me', ...named.map(({ name }) => quote(name))];
    case 'named':
      return named.map(({ name }) =>
        /^[^\s,"()]+$/.test(name) && fold(name) !== 'none' ? name : quote(name),
      );
    default:
      return [];
  }
}

function directiveValues(name: string, { sorts }: FieldNames): readonly string[] {
  const directive = directives.find((each) => each === fold(name));
  if (directive === 'in') return ['comments'];
  return directive === 'sort' ? sorts.flatMap((sort) => [`-${sort}`, sort]) : [];
}

/** The options that begin with the input, then those with another word that does. */
function matching(options: readonly Completion[], typed: string): readonly Completion[] {
  const wanted = fold(typed);
  const bare = ({ text }: Completion) => fold(text.replace(/^"/, ''));
  const begins = options.filter((option) => bare(option).startsWith(wanted));
  const within = options.filter(
    (option) => !begins.includes(option) && [' ', '-'].some((space) => bare(option).includes(space + wanted)),
  );
  return [...begins, ...within].slice(0, most);
}
