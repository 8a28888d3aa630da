import { queryMessages } from './messages.ts';
import type { QueryError, Span } from './tree.ts';

/** Ends the parsing of a query. */
export class QueryFault extends Error {
  readonly error: QueryError;

  constructor(error: Omit<QueryError, 'fixes'> & Partial<QueryError>) {
    super(error.message.text);
    this.error = { fixes: [], ...error };
  }
}

export type Token = Span &
  (
    | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'end' }
    /** `opened` is the number of parentheses opened in words so far and not yet closed. */
    | { readonly kind: 'word'; readonly isPhrase: boolean; readonly opened: number }
    /** The name of a field and its colon, followed by its values. */
    | { readonly kind: 'field'; readonly name: string; readonly nameEnd: number }
  );

const space = /\s/;
const spaces = /\s*/y;
const operator = /(AND|OR|NOT)(?=[\s()]|$)/y;
/** A hyphen negates what directly follows it; elsewhere it is part of a text, as in `->` and `--all`. */
const minus = /-(?=["(\p{L}\p{N}_#@])/uy;
const bareName = /[\p{L}_][\p{L}\p{M}\p{N}_-]*/uy;
/** The part after the colon of an address, a time, a path or a qualified name in code. */
const noValue = /[\s:/\\)]|$/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

const operators = { AND: 'and', OR: 'or', NOT: 'not' } as const;

/**
 * Returns the token that follows a place in the text. A name before a colon is a field if there is a field of that
 * name, or if a value directly follows the colon. So `TypeError: x`, `http://x` and `a::b` are words, but `stauts:open`
 * is a field. A parenthesis that is opened within a word, as in `f(x, y)`, is closed by a later one of the text.
 */
export function tokenAt(
  text: string,
  from: number,
  { isField, opened }: { isField: (name: string) => boolean; opened: number },
): Token {
  const start = from + (matchAt(spaces, text, from)?.length ?? 0);
  const char = text[start];
  const one = { start, end: start + 1 };
  if (char === undefined) return { kind: 'end', start, end: start };
  if (char === '(' && opened === 0) return { kind: 'open', ...one };
  if (char === ')' && opened === 0) return { kind: 'close', ...one };
  if (matchAt(minus, text, start)) return { kind: 'minus', ...one };
  const word = matchAt(operator, text, start) as keyof typeof operators | undefined;
  if (word) return { kind: operators[word], start, end: start + word.length };
  return fieldAt(text, start, isField) ?? wordAt(text, start, opened);
}

function fieldAt(text: string, start: number, isField: (name: string) => boolean): Token | undefined {
  const isQuoted = text[start] === '"';
  const close = isQuoted ? text.indexOf('"', start + 1) : -1;
  const name = isQuoted ? text.slice(start + 1, Math.max(close, start + 1)) : matchAt(bareName, text, start);
  if (!name) return undefined;
  const nameEnd = isQuoted ? close + 1 : start + name.length;
  if (text[nameEnd] !== ':') return undefined;
  const end = nameEnd + 1;
  const isText = !isField(name) && matchAt(noValue, text, end) !== undefined;
  return isText ? undefined : { kind: 'field', name, nameEnd, start, end };
}

/** A phrase in quotes, the last of which may be missing, or the text before the next space. */
function wordAt(text: string, start: number, opened: number): Token {
  if (text[start] !== '"') return { kind: 'word', isPhrase: false, start, ...bareAt(text, start, opened) };
  const close = text.indexOf('"', start + 1);
  return { kind: 'word', isPhrase: true, opened, start, end: close === -1 ? text.length : close + 1 };
}

/** Where an unquoted text ends: at a space, at `until`, or at a parenthesis that was not opened in it. */
export function endOfBare(text: string, start: number, until = ''): number {
  return bareAt(text, start, 0, until).end;
}

function bareAt(text: string, start: number, openedBefore: number, until = '') {
  let opened = openedBefore;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const isEnd = space.test(char) || char === until || (char === ')' && opened === 0);
    if (isEnd) return { end: at, opened };
    if (char === '(') opened += 1;
    if (char === ')') opened -= 1;
  }
  return { end: text.length, opened };
}

/** A text in quotes at this place, in which two quotes escape one. */
export function quotedAt(text: string, start: number): { text: string; end: number } {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return { text: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
    at += 1;
  }
  throw new QueryFault({ message: queryMessages.quoteOpen(), start, end: text.length });
}

/** The text in quotes. */
export function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
