import { exactTerms, outermost, searchTerms } from '#contract/bugs/search.ts';
import type { QueryField } from '#contract/query/fields.ts';
import { textLength } from '#contract/text.ts';
import { maxQuery, parseQuery } from '#contract/query/parse.ts';
import { printOperand, printQuery } from '#contract/query/print.ts';
import type { Node, Operand, Query, Term, Value } from '#contract/query/tree.ts';
import { joined, quotedSearch, replaced } from './filter-text.ts';
import { type Vocabulary, givenBy, termOf } from './filter-terms.ts';

/* A query's condition on one field, as shown and edited by the field's control. */

export type FieldFilter =
  /** One of these: ids, `yes`, `no`, `me` and `none`, separated by commas as in list parameters. */
  | { readonly kind: 'among'; readonly values: string }
  | { readonly kind: 'any value' }
  /** Both inclusive; an empty text is no bound. */
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  | { readonly kind: 'contains'; readonly text: string }
  /** As written, if controls cannot show it. */
  | { readonly kind: 'written'; readonly text: string };

/** A query's required condition on a field; undefined if it has none, or is invalid. */
export function fieldFilterIn(
  text: string,
  field: QueryField,
  vocabulary: Vocabulary,
): FieldFilter | undefined {
  const { query } = parseQuery(text, vocabulary.fields);
  const parts = partsOf(query?.tree).filter((part) => isAbout(part, field));
  const [part] = parts;
  if (!part) return undefined;
  const written = parts.map(({ start, end }) => text.slice(start, end)).join(' ');
  return (
    (parts.length === 1 ? shownBy(part, field, vocabulary) : undefined) ?? { kind: 'written', text: written }
  );
}

/**
 * The query with its condition on the field replaced, and otherwise unchanged. Words that are not a query are passed
 * with `isQuery: false`. Undefined if the query is invalid. The result may exceed the maximum length of queries.
 */
export function withFieldFilter(
  { text: typed, isQuery }: { readonly text: string; readonly isQuery: boolean },
  field: QueryField,
  filter: FieldFilter | undefined,
  vocabulary: Vocabulary,
): string | undefined {
  const text = isQuery ? typed : quotedSearch(typed, vocabulary);
  const { query } = parseQuery(text, vocabulary.fields);
  if (!query) return undefined;
  const term = filter && nodeOf(filter, field, vocabulary);
  const parts = partsOf(query.tree).filter((part) => isAbout(part, field));
  const others = partsOf(query.tree).filter((part) => !isAbout(part, field));
  const wanted: Query = { ...query, tree: joined([...others, term]) };
  const written = printQuery({ tree: term, sort: undefined, inComments: undefined });
  const means = meaningOf(wanted);
  const isWanted = (edited: string) => {
    const { query: read } = parseQuery(edited, vocabulary.fields);
    return read !== undefined && meaningOf(read) === means;
  };
  // Keeps the typed text if possible: it may contain an open quote or parenthesis.
  const printed = printQuery(wanted);
  const isTooLong = textLength(printed) > maxQuery.length;
  return [...edits(text, written, parts, query), printed].find(isWanted) ?? (isTooLong ? printed : undefined);
}

/** The text with these parts replaced by the term, or with the term added at the start or the end. */
function edits(text: string, term: string, parts: readonly Node[], { tree }: Query): readonly string[] {
  if (parts.length > 0) {
    // From the last one, so that earlier positions stay valid.
    const places = parts.toReversed();
    const edit = (edited: string, part: Node, i: number) =>
      replaced(edited, part, i === places.length - 1 ? term : '');
    return [places.reduce(edit, text)];
  }
  const whole = tree?.kind === 'or' ? `(${text})` : text.trim();
  return [`${whole} ${term}`.trim(), `${term} ${whole}`.trim()];
}

/** The parts that bugs must all match. */
function partsOf(node: Node | undefined): readonly Node[] {
  if (node?.kind === 'and') return node.nodes.flatMap(partsOf);
  return node ? [node] : [];
}

function isAbout(node: Node, field: QueryField): boolean {
  if (node.kind === 'not') return isAbout(node.node, field);
  return node.kind === 'term' && (node.field === field.name || isFacet(node, field));
}

/** Whether a term asks whether the field has a value. */
function isFacet({ field: name, values }: Term, { has }: QueryField): boolean {
  const [value] = values;
  if (has === undefined || name !== 'has' || values.length !== 1 || value?.kind !== 'is') return false;
  return value.operand.kind === 'choice' && value.operand.choice === has;
}

const none: FieldFilter = { kind: 'among', values: 'none' };

function shownBy(part: Node, field: QueryField, vocabulary: Vocabulary): FieldFilter | undefined {
  if (part.kind === 'not') {
    const negated = shownBy(part.node, field, vocabulary);
    if (negated?.kind === 'any value') return none;
    return isNone(negated) ? { kind: 'any value' } : undefined;
  }
  if (part.kind !== 'term') return undefined;
  if (isFacet(part, field)) return { kind: 'any value' };
  if (isOfNames(field)) {
    const values = givenBy(part, field, vocabulary);
    return values === undefined ? undefined : { kind: 'among', values };
  }
  const [value, ...others] = part.values;
  return value && others.length === 0 ? shownByValue(value) : undefined;
}

function isNone(filter: FieldFilter | undefined): boolean {
  return filter?.kind === 'among' && filter.values === 'none';
}

function shownByValue(value: Value): FieldFilter | undefined {
  if (value.kind !== 'is') return rangeIn(value);
  const { operand } = value;
  switch (operand.kind) {
    case 'none':
      return none;
    case 'choice':
      return { kind: 'among', values: operand.choice };
    case 'text':
      return { kind: 'contains', text: operand.text };
    default:
      return rangeIn(value);
  }
}

const isOfNames = ({ kind }: QueryField) => kind === 'named' || kind === 'person' || kind === 'choice';

function rangeIn(value: Value): FieldFilter | undefined {
  if (value.kind === 'range') return range(textOf(value.from), textOf(value.to));
  const only = textOf(value.operand);
  if (value.kind === 'is') return range(only, only);
  if (value.operator === '>=') return range(only, '');
  return value.operator === '<=' ? range('', only) : undefined;
}

function range(from: string | undefined, to: string | undefined): FieldFilter | undefined {
  return from === undefined || to === undefined ? undefined : { kind: 'range', from, to };
}

/** Days relative to today are shown as written. */
function textOf(operand: Operand): string | undefined {
  if (operand.kind === 'number') return String(operand.number);
  return operand.kind === 'day' ? operand.day : undefined;
}

const nowhere = { start: 0, end: 0 };
const is = (operand: Operand): Value => ({ kind: 'is', operand, ...nowhere });

function nodeOf(filter: FieldFilter, field: QueryField, vocabulary: Vocabulary): Node | undefined {
  const term = (values: readonly Value[], name = field.name): Term => ({
    kind: 'term',
    field: name,
    name: nowhere,
    values,
    ...nowhere,
  });
  switch (filter.kind) {
    case 'any value': {
      const { has } = field;
      if (has !== undefined) return term([is({ kind: 'choice', choice: has })], 'has');
      return { kind: 'not', node: term([is({ kind: 'none' })]), ...nowhere };
    }
    case 'among':
      return termOf(filter.values, field, vocabulary);
    case 'contains':
      return filter.text.trim() === ''
        ? undefined
        : term([is({ kind: 'text', text: filter.text.trim(), isQuoted: true })]);
    case 'range': {
      const value = boundsOf(operandOf(filter.from, field), operandOf(filter.to, field));
      return value && term([value]);
    }
    default:
      return parseQuery(filter.text, vocabulary.fields).query?.tree;
  }
}

function operandOf(text: string, { kind }: QueryField): Operand | undefined {
  if (text === '') return undefined;
  return kind === 'number' ? { kind: 'number', number: Number(text) } : { kind: 'day', day: text };
}

function boundsOf(from: Operand | undefined, to: Operand | undefined): Value | undefined {
  if (from && to) {
    const isOne = printOperand(from) === printOperand(to);
    return isOne ? is(from) : { kind: 'range', from, to, ...nowhere };
  }
  if (from) return { kind: 'compare', operator: '>=', operand: from, ...nowhere };
  return to && { kind: 'compare', operator: '<=', operand: to, ...nowhere };
}

/** The same text for queries that select and sort the same, regardless of how they are written. */
function meaningOf({ tree, sort, inComments }: Query): string {
  const order = sort && [sort.field, sort.descending];
  return JSON.stringify([tree && meaningOfNode(tree), order, inComments !== undefined]);
}

function meaningOfNode(node: Node): unknown {
  switch (node.kind) {
    case 'and':
    case 'words': {
      const parts = partsOf(node);
      const texts = parts.flatMap((part) => (part.kind === 'words' ? part.text : []));
      const others = parts.filter((part) => part.kind !== 'words');
      // Sorted by their text, but returned as values: nested strings would double in length with each level.
      const of = others
        .map(meaningOfNode)
        .map((meaning) => [JSON.stringify(meaning), meaning] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, meaning]) => meaning);
      const needed = [searchTerms, exactTerms].map((termsOf) => outermost(texts.flatMap(termsOf)).toSorted());
      return ['and', ...needed, of];
    }
    case 'or':
      return ['or', node.nodes.map(meaningOfNode)];
    case 'not':
      return ['not', meaningOfNode(node.node)];
    default:
      return ['term', node.field, node.values.map(withoutPlace)];
  }
}

function withoutPlace({ start: _, end: _end, ...value }: Value): unknown {
  return value;
}
