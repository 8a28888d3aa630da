import { maxQueryLength } from '#contract/bugs/bugs.ts';
import { searchTerms } from '#contract/bugs/search.ts';
import { id, textLength } from '#contract/text.ts';
import { FieldNames, type QueryField, directives, queryFields } from './fields.ts';
import { queryMessages } from './messages.ts';
import { nearest } from './near.ts';
import { QueryFault, type Token, endOfBare, quote, tokenAt } from './tokens.ts';
import type { Fix, Node, Parsed, Query, QueryError, QuerySort, Span, Value, Word, Words } from './tree.ts';
import { valuesAt } from './values.ts';

export const maxQuery = {
  length: maxQueryLength,
  depth: 20,
  terms: 100,
  /** The number of people's names. It is limited because each is compared with every user. */
  people: 20,
};

/** Parses a query, or returns its error. Takes time linear in the length of the text. */
export function parseQuery(text: string, fields: readonly QueryField[] = queryFields): Parsed {
  try {
    if (text.length > maxQuery.length && textLength(text) > maxQuery.length) {
      const message = queryMessages.tooLong({ max: maxQuery.length });
      throw new QueryFault({ message, start: 0, end: text.length });
    }
    return { query: new Parser(text, new FieldNames(fields)).parse() };
  } catch (error) {
    if (error instanceof QueryFault) return { error: error.error };
    throw error;
  }
}

/** The place of a part in the query: directives cannot be negated or in parentheses. */
interface Place {
  readonly depth: number;
  readonly isWhole: boolean;
}

type Of<Kind> = Extract<Token, { kind: Kind }>;

class Parser {
  readonly #text: string;
  readonly #names: FieldNames;
  #token: Token;
  /** How many parentheses are open in the preceding words. */
  #opened = 0;
  #terms = 0;
  #people = 0;
  #sort: QuerySort | undefined;
  #inComments: Span | undefined;

  constructor(text: string, names: FieldNames) {
    this.#text = text;
    this.#names = names;
    this.#token = this.#tokenFrom(0);
  }

  parse(): Query {
    const tree = this.#alternatives({ depth: 0, isWhole: true });
    if (this.#token.kind === 'close') this.#fail(queryMessages.parenthesisUnopened());
    return { tree, sort: this.#sort, inComments: this.#inComments };
  }

  /** Parts with OR between them. */
  #alternatives(place: Place): Node | undefined {
    const first = this.#sequence(place);
    if (this.#token.kind !== 'or') return first;
    const nodes = [first ?? this.#missingBeside(this.#token)];
    for (let or = this.#token; or.kind === 'or'; or = this.#token) {
      this.#advance();
      nodes.push(this.#sequence(place) ?? this.#missingBeside(or));
    }
    return { kind: 'or', nodes, ...spanOf(nodes) };
  }

  /** Parts with AND or nothing between them. */
  #sequence(place: Place): Node | undefined {
    const nodes: Node[] = [];
    let and: Token | undefined;
    for (;;) {
      const token = this.#token;
      if (token.kind === 'end' || token.kind === 'close' || token.kind === 'or') break;
      if (token.kind === 'and') {
        if (and || nodes.length === 0) this.#missingBeside(token);
        and = token;
        this.#advance();
        continue;
      }
      const node = token.kind === 'word' ? this.#words(token, Infinity) : this.#part(token, place);
      if (node) nodes.push(node);
      and = undefined;
    }
    if (and) this.#missingBeside(and);
    const [only] = nodes;
    return nodes.length > 1 ? { kind: 'and', nodes, ...spanOf(nodes) } : only;
  }

  /** Anything but a run of words; nothing if it only applies to the whole query. */
  #part(token: Token, place: Place): Node | undefined {
    if (token.kind === 'minus' || token.kind === 'not') return this.#negation(token, place);
    if (token.kind === 'open') return this.#group(token, place);
    return this.#field(token as Of<'field'>, place);
  }

  #negation(token: Token, place: Place): Node {
    const inner = this.#deeper(token, place);
    this.#advance();
    const next = this.#token;
    if (next.kind === 'word') {
      const node = this.#words(next, 1);
      return { kind: 'not', node, start: token.start, end: node.end };
    }
    const starts =
      next.kind === 'field' || next.kind === 'open' || next.kind === 'not' || next.kind === 'minus';
    const node = (starts ? this.#part(next, inner) : undefined) ?? this.#missingBeside(token);
    return { kind: 'not', node, start: token.start, end: node.end };
  }

  #group(token: Token, place: Place): Node {
    const inner = this.#deeper(token, place);
    this.#advance();
    const node = this.#alternatives(inner);
    const close = this.#token;
    if (close.kind !== 'close') this.#fail(queryMessages.parenthesisOpen(), token);
    if (!node) this.#fail(queryMessages.emptyParentheses(), { start: token.start, end: close.end });
    this.#advance();
    return node;
  }

  #words(first: Of<'word'>, most: number): Words {
    const words: Word[] = [];
    for (let token: Token = first; token.kind === 'word' && words.length < most; token = this.#token) {
      words.push({ isPhrase: token.isPhrase, start: token.start, end: token.end });
      this.#advance();
    }
    const span = spanOf(words);
    const text = this.#text.slice(span.start, span.end);
    // A text of many words is one phrase.
    this.#count(searchTerms(text).length, span);
    return { kind: 'words', text, words, ...span };
  }

  #field(token: Of<'field'>, place: Place): Node | undefined {
    const name = { start: token.start, end: token.nameEnd };
    const directive = directives.find((each) => each === token.name.toLowerCase());
    if (directive) return this.#directive(directive, token, place);
    const field = this.#names.find(token.name) ?? this.#unknownField(token);
    // Reads one value more than allowed, so that the count refuses it.
    const { values, end } = valuesAt(this.#text, token.end, field, maxQuery.terms + 1);
    this.#count(values.length, { start: token.start, end });
    if (field.kind === 'person') this.#countPeople(values);
    this.#token = this.#tokenFrom(end);
    return { kind: 'term', field: field.name, name, values, start: token.start, end };
  }

  #directive(name: (typeof directives)[number], token: Of<'field'>, { isWhole }: Place): undefined {
    const known = name === 'sort' ? this.#sort : this.#inComments;
    const end = endOfBare(this.#text, token.end);
    const span = { start: token.start, end };
    if (!isWhole) this.#fail(queryMessages.wholeQuery({ of: name }), span);
    if (known) this.#fail(queryMessages.once({ of: name }), span);
    if (end === token.end) this.#fail(queryMessages.valueMissing({ of: name }), span);
    const written = this.#text.slice(token.end, end);
    const descending = name === 'sort' && written.startsWith('-');
    const value = descending ? written.slice(1) : written;
    const sortable = name === 'sort' ? this.#names.sortable(value) : undefined;
    if (sortable) this.#sort = { field: sortable.name, descending, ...span };
    else if (name === 'in' && value.toLowerCase() === 'comments') this.#inComments = span;
    else {
      const values = name === 'sort' ? this.#names.sorts : ['comments'];
      const near = nearest(value, values);
      const at = { start: end - value.length, end };
      const message = queryMessages.unknownValue({ of: name, name: value.slice(0, 100), near, values });
      this.#fail(message, at, near === '' ? [] : [{ ...at, text: near }]);
    }
    this.#token = this.#tokenFrom(end);
    return undefined;
  }

  #unknownField(token: Of<'field'>): never {
    const name = { start: token.start, end: token.nameEnd };
    const near = nearest(token.name, this.#names.names);
    const whole = { start: token.start, end: endOfBare(this.#text, token.end) };
    const text = this.#text.slice(whole.start, whole.end);
    const fixes = [
      ...(near === '' ? [] : [{ ...name, text: /\s/.test(near) ? quote(near) : near }]),
      // A phrase cannot contain quotes.
      ...(text.includes('"') ? [] : [{ ...whole, text: `"${text}"` }]),
    ];
    this.#fail(queryMessages.unknownField({ name: token.name.slice(0, 100), near }), name, fixes);
  }

  #missingBeside(token: Token): never {
    const name = this.#text.slice(token.start, token.end);
    this.#fail(queryMessages.operandMissing({ name }), token);
  }

  #deeper(token: Token, { depth }: Place): Place {
    if (depth >= maxQuery.depth) this.#fail(queryMessages.tooDeep({ max: maxQuery.depth }), token);
    return { depth: depth + 1, isWhole: false };
  }

  #count(terms: number, span: Span): void {
    this.#terms += terms;
    if (this.#terms > maxQuery.terms) this.#fail(queryMessages.tooManyTerms({ max: maxQuery.terms }), span);
  }

  #countPeople(values: readonly Value[]): void {
    for (const value of values) {
      const isName =
        value.kind === 'is' &&
        value.operand.kind === 'text' &&
        !id.safeParse(value.operand.text.toLowerCase()).success;
      if (isName && (this.#people += 1) > maxQuery.people)
        this.#fail(queryMessages.tooManyPeople({ max: maxQuery.people }), value);
    }
  }

  #tokenFrom(at: number): Token {
    const isField = (name: string) => this.#names.isKnown(name);
    return tokenAt(this.#text, at, { isField, opened: this.#opened });
  }

  #advance(): void {
    if (this.#token.kind === 'word') this.#opened = this.#token.opened;
    this.#token = this.#tokenFrom(this.#token.end);
  }

  #fail(message: QueryError['message'], span: Span = this.#token, fixes: readonly Fix[] = []): never {
    throw new QueryFault({ message, start: span.start, end: span.end, fixes });
  }
}

function spanOf(parts: readonly Span[]): Span {
  return { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
}
