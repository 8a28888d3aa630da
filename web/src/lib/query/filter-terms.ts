import { selectingFields } from '#contract/bugs/bug-fields.ts';
import { id } from '#contract/text.ts';
import { calledBy, choicesIn, foldName } from '#contract/query/bind.ts';
import type { QueryField } from '#contract/query/fields.ts';
import { isBareName } from '#contract/query/print.ts';
import type { Operand, Term, Value } from '#contract/query/tree.ts';

/* Converts between list parameters, such as `label`, and equivalent query terms. */

interface Named {
  readonly _id: string;
  readonly name: string;
}

/** The data for writing filters as queries. */
export interface Vocabulary {
  readonly fields: readonly QueryField[];
  /** The known items of the field with this key. */
  named(key: string): readonly Named[];
}

const selecting = new Map(selectingFields);

/** The parameters that filter by a field of queries, with that field. */
export function filteringFields(fields: readonly QueryField[]): readonly (readonly [string, QueryField])[] {
  return fields.flatMap((field) => {
    if (field.kind === undefined) return [];
    const { filter = {} } = selecting.get(field.key) ?? {};
    const [parameter] = Object.keys(filter);
    return parameter === undefined ? [] : [[parameter, field] as const];
  });
}

/** The term equivalent to a parameter with these values. */
export function termOf(given: string, field: QueryField, { named }: Vocabulary): Term {
  const known = named(field.key).map(foldName);
  const values = given.split(',').map((value): Value => {
    const is = (operand: Operand): Value => ({ kind: 'is', operand, start: 0, end: 0 });
    if (value === 'none' && field.orNone) return is({ kind: 'none' });
    if (field.kind === 'choice' || field.kind === 'yes-no') return is({ kind: 'choice', choice: value });
    if (value === 'me' && field.kind === 'person') return is({ kind: 'me' });
    const name = known.find(({ _id }) => _id === value)?.name;
    const isOnly = calledBy(known, { text: name ?? '', isWhole: true }).length === 1;
    // Ids are valid too, and a name that looks like an id would be taken for one.
    const isName = name !== undefined && isOnly && !id.safeParse(name.toLowerCase()).success;
    return is({ kind: 'text', text: isName ? name : value, isQuoted: isName && !isBareName(name, field) });
  });
  return { kind: 'term', field: field.name, name: { start: 0, end: 0 }, values, start: 0, end: 0 };
}

/** The parameter equivalent to a term; undefined if there is none, or names are not known. */
export function givenBy(term: Term, field: QueryField, { named }: Vocabulary): string | undefined {
  const known = named(field.key).map(foldName);
  const given = term.values.map((value) => {
    if (field.kind === 'choice' && !isNone(value)) return choicesIn(value, field);
    if (value.kind !== 'is') return undefined;
    const { operand } = value;
    if (operand.kind === 'none' || operand.kind === 'me') return [operand.kind];
    if (operand.kind !== 'text') return undefined;
    const text = operand.text.toLowerCase();
    if (id.safeParse(text).success) return [text];
    const isWhole = field.kind !== 'person' || operand.isQuoted;
    const found = calledBy(known, { text: operand.text, isWhole });
    return found.length === 0 ? undefined : found.map(({ _id }) => _id);
  });
  if (given.includes(undefined)) return undefined;
  const values = [...new Set(given.flatMap((each) => each ?? []))];
  return values.length === 0 ? undefined : values.join(',');
}

const isNone = (value: Value) => value.kind === 'is' && value.operand.kind === 'none';
