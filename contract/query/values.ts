import { nameKey } from '#contract/bugs/search.ts';
import { isDay } from './days.ts';
import type { QueryField } from './fields.ts';
import { queryMessages } from './messages.ts';
import { nearest } from './near.ts';
import { QueryFault, endOfBare, quotedAt } from './tokens.ts';
import type { Operand, Operator, Span, Unit, Value } from './tree.ts';

const operator = /[<>]=?/y;
const number = /^-?\d{1,15}(\.\d{1,6})?$/;
const fromToday = /^([+-]\d{1,4})([dwmy])$/;
/** The kinds whose values have an order. */
const ordered = new Set<unknown>(['choice', 'time', 'day', 'number']);

/** A text as it was written, not yet resolved to a value. */
interface Written extends Span {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Reads a field's values, separated by commas, starting right after its colon; at most `most`. */
export function valuesAt(
  text: string,
  start: number,
  field: QueryField,
  most: number,
): { values: readonly Value[]; end: number } {
  const values: Value[] = [];
  for (let at = start; ; at += 1) {
    const value = valueAt(text, at, field);
    values.push(value);
    at = value.end;
    if (text[at] !== ',' || values.length === most) return { values, end: at };
  }
}

function valueAt(text: string, start: number, field: QueryField): Value {
  const isOrdered = ordered.has(field.kind) && field.name !== 'has';
  operator.lastIndex = start;
  const sign = isOrdered ? (operator.exec(text)?.[0] as Operator | undefined) : undefined;
  const first = writtenAt(text, start + (sign?.length ?? 0), field, isOrdered);
  if (sign) {
    const operand = comparable(first, field);
    return { kind: 'compare', operator: sign, operand, start, end: first.end };
  }
  if (isOrdered && text.startsWith('..', first.end)) {
    const second = writtenAt(text, first.end + 2, field, isOrdered, queryMessages.rangeEnd());
    const [from, to] = [comparable(first, field), comparable(second, field)];
    return { kind: 'range', from, to, start, end: second.end };
  }
  return { kind: 'is', operand: operandOf(first, field), start, end: first.end };
}

function writtenAt(
  text: string,
  start: number,
  field: QueryField,
  isOrdered: boolean,
  missing = queryMessages.valueMissing({ of: field.name }),
): Written {
  if (text[start] === '"') {
    const quoted = quotedAt(text, start);
    if (quoted.text.trim() === '') throw new QueryFault({ message: missing, start, end: quoted.end });
    return { ...quoted, isQuoted: true, start };
  }
  let end = endOfBare(text, start, ',');
  const dots = isOrdered ? text.slice(start, end).indexOf('..') : -1;
  if (dots === 0) throw new QueryFault({ message: queryMessages.rangeEnd(), start, end });
  if (dots > 0) end = start + dots;
  // Points at the next character, so that the place is visible.
  if (end === start) throw new QueryFault({ message: missing, start, end: Math.min(start + 1, text.length) });
  return { text: text.slice(start, end), isQuoted: false, start, end };
}

function comparable(written: Written, field: QueryField): Operand {
  const operand = operandOf(written, field);
  if (operand.kind !== 'none') return operand;
  const { text, start, end } = written;
  throw new QueryFault({ message: queryMessages.notComparable({ name: text }), start, end });
}

function operandOf(written: Written, field: QueryField): Operand {
  const { text, isQuoted, start, end } = written;
  const of = field.name;
  const name = text.slice(0, 100);
  const folded = nameKey(text);
  if (field.orNone && !isQuoted && folded === 'none') return { kind: 'none' };
  switch (field.kind) {
    case 'choice':
    case 'yes-no':
      return choiceOf(written, field);
    case 'number':
      if (number.test(text)) return { kind: 'number', number: Number(text) };
      throw new QueryFault({ message: queryMessages.notNumber({ of, name }), start, end });
    case 'time':
    case 'day': {
      const operand = dayOf(folded);
      if (operand) return operand;
      throw new QueryFault({ message: queryMessages.notDate({ of, name }), start, end });
    }
    case 'person':
      return !isQuoted && folded === '@me' ? { kind: 'me' } : { kind: 'text', text, isQuoted };
    default:
      return { kind: 'text', text, isQuoted };
  }
}

function choiceOf({ text, start, end }: Written, field: QueryField): Operand {
  const values = choicesOf(field);
  const key = nameKey(text);
  const choice = values.find((each) => nameKey(each) === key) ?? field.formerChoices?.get(key);
  if (choice !== undefined) return { kind: 'choice', choice };
  const near = nearest(text, values);
  const name = text.slice(0, 100);
  throw new QueryFault({
    message: queryMessages.unknownValue({ of: field.name, name, near, values }),
    start,
    end,
    fixes: near === '' ? [] : [{ start, end, text: near }],
  });
}

function dayOf(text: string): Operand | undefined {
  if (text === 'today') return { kind: 'from today', amount: 0, unit: 'd' };
  const [, amount, unit] = fromToday.exec(text) ?? [];
  // `-0d` means the same as `0d`.
  if (amount !== undefined) return { kind: 'from today', amount: Number(amount) || 0, unit: unit as Unit };
  return isDay(text) ? { kind: 'day', day: text } : undefined;
}

/** The values of a choice; yes and no count as choices. */
export function choicesOf({ kind, choices = [] }: QueryField): readonly string[] {
  return kind === 'yes-no' ? ['yes', 'no'] : choices;
}
