import type { QueryField } from './fields.ts';
import { quote } from './tokens.ts';
import type { Node, Operand, Query, Term, Value } from './tree.ts';

/** The text of a query that parses back to this one. */
export function printQuery({ tree, sort, inComments }: Query): string {
  return [
    tree && printNode(tree),
    inComments && 'in:comments',
    sort && `sort:${sort.descending ? '-' : ''}${sort.field}`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** The text of a part of a query. */
function printNode(node: Node): string {
  switch (node.kind) {
    case 'or':
      return node.nodes.map((part) => within(part, ['or'])).join(' OR ');
    case 'and':
      return node.nodes.reduce((before, part, i) => {
        // Adjacent words would merge into one part.
        const isRow = node.nodes[i - 1]?.kind === 'words' && part.kind === 'words';
        return `${before}${i === 0 ? '' : isRow ? ' AND ' : ' '}${within(part, ['and', 'or'])}`;
      }, '');
    case 'not': {
      const isRow = node.node.kind === 'words' && node.node.words.length > 1;
      const text = isRow ? `(${printNode(node.node)})` : within(node.node, ['and', 'or']);
      return /^["(\p{L}\p{N}_#@]/u.test(text) && !text.startsWith('NOT ') ? `-${text}` : `NOT ${text}`;
    }
    case 'words':
      return closed(node.text);
    default:
      return printTerm(node);
  }
}

/**
 * Returns words in a form that can precede other words and be in parentheses: with a closing quote, and in quotes where
 * a parenthesis would be an operator.
 */
function closed(text: string): string {
  const words = text.match(/"[^"]*(?:"|$)|\S+/g) ?? [];
  const isOpen = !isBalanced(words.filter((word) => !word.startsWith('"')));
  const mayQuote = (word: string) => isOpen && /[()]/.test(word) && !word.includes('"');
  const isPhraseOpen = /^"[^"]*$/.test(words.at(-1) ?? '');
  if (!isPhraseOpen && !isOpen) return text;
  return `${words.map((word) => (mayQuote(word) ? quote(word) : word)).join(' ')}${isPhraseOpen ? '"' : ''}`;
}

/** Whether every parenthesis is opened within a word and closed by a later one: one that starts a word opens a group. */
function isBalanced(words: readonly string[]): boolean {
  let depth = 0;
  for (const word of words) {
    if (depth === 0 && word.startsWith('(')) return false;
    for (const char of word) {
      if (char === '(') depth += 1;
      if (char === ')') depth -= 1;
      if (depth < 0) return false;
    }
  }
  return depth === 0;
}

function within(node: Node, kinds: readonly Node['kind'][]): string {
  const text = printNode(node);
  return kinds.includes(node.kind) ? `(${text})` : text;
}

function printTerm({ field, values }: Pick<Term, 'field' | 'values'>): string {
  return `${printField(field)}:${values.map(printValue).join(',')}`;
}

/** The name of a field, as it stands before its colon or after `has:`. */
export function printField(name: string): string {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name) ? name : `"${name}"`;
}

/** Whether a name needs no quotes. An unquoted person's name would match everyone whose name begins with it. */
export function isBareName(name: string, { kind }: Pick<QueryField, 'kind'>): boolean {
  return kind !== 'person' && /^[^\s,"()]+$/.test(name) && name.toLowerCase() !== 'none';
}

function printValue(value: Value): string {
  if (value.kind === 'range') return `${printOperand(value.from)}..${printOperand(value.to)}`;
  return `${value.kind === 'compare' ? value.operator : ''}${printOperand(value.operand)}`;
}

/** The text of a value. */
export function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'none':
      return 'none';
    case 'me':
      return '@me';
    case 'text':
      return operand.isQuoted ? quote(operand.text) : operand.text;
    case 'choice':
      return /^[^\s,"()<>.]+$/.test(operand.choice) ? operand.choice : quote(operand.choice);
    case 'number':
      return String(operand.number);
    case 'day':
      return operand.day;
    default:
      return operand.amount === 0
        ? 'today'
        : `${operand.amount > 0 ? '+' : ''}${operand.amount}${operand.unit}`;
  }
}
