import type { Sort } from '#contract/bugs/bugs.ts';
import { exactTerms, fold, nameKey, searchTerms } from '#contract/bugs/search.ts';
import { id } from '#contract/text.ts';
import { type Calendar, calendarOf, shifted } from './days.ts';
import { FieldNames, type QueryField, queryFields } from './fields.ts';
import type { Node, Operand, Query, Span, Term, Value } from './tree.ts';

/** The user, time and time zone of a query, on which `@me`, dates and days from today depend. */
export interface Asker {
  /** The id of the user. */
  readonly me: string;
  readonly now: Date;
  /** The name of the time zone. */
  readonly zone: string;
}

/** A name written in a query. */
export interface WrittenName extends Span {
  readonly text: string;
  /** Whether it is the whole name, not just the beginning of the name or of a word in it. */
  readonly isWhole: boolean;
}

/** A test that at least one value of a field has to pass. Moments are ISO 8601 in UTC. */
export type Test =
  /** The field has no value. */
  | { readonly kind: 'none' }
  /** The value is one of these choices, or has one of these ids. */
  | { readonly kind: 'among'; readonly values: readonly string[] }
  | { readonly kind: 'called'; readonly names: readonly WrittenName[] }
  | { readonly kind: 'range'; readonly range: Range<string | number> }
  | { readonly kind: 'contains'; readonly text: string };

export interface Range<T> {
  readonly least?: T;
  readonly most?: T;
  readonly above?: T;
  readonly below?: T;
}

/** A query bound to a user and a time. Texts are folded. */
export type Bound =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly Bound[] }
  | { readonly kind: 'not'; readonly node: Bound }
  | {
      readonly kind: 'words';
      readonly terms: readonly string[];
      /** The phrases among them whose marks count. */
      readonly exact: readonly string[];
      readonly inComments: boolean;
    }
  | { readonly kind: 'test'; readonly field: QueryField; readonly tests: readonly Test[] };

interface BoundQuery {
  readonly tree: Bound | undefined;
  readonly sort: Sort | undefined;
  /** Whether the result may differ on another day. */
  readonly dependsOnDay: boolean;
}

/**
 * Binds a query to the user who asks, the time and the time zone.
 * @throws RangeError if there is no such time zone
 */
export function bindQuery(
  query: Query,
  asker: Asker,
  fields: readonly QueryField[] = queryFields,
): BoundQuery {
  const names = new FieldNames(fields);
  const binder = new Binder(names, asker, query.inComments !== undefined);
  const tree = query.tree && binder.bind(query.tree);
  const sort = query.sort && names.sortable(query.sort.field)?.sort;
  return {
    tree,
    sort: sort === undefined ? undefined : (`${query.sort?.descending ? '-' : ''}${sort}` as Sort),
    dependsOnDay: binder.dependsOnDay,
  };
}

class Binder {
  readonly #names: FieldNames;
  readonly #asker: Asker;
  readonly #inComments: boolean;
  #calendar: Calendar | undefined;
  #today: string | undefined;

  constructor(names: FieldNames, asker: Asker, inComments: boolean) {
    this.#names = names;
    this.#asker = asker;
    this.#inComments = inComments;
  }

  get dependsOnDay(): boolean {
    return this.#today !== undefined;
  }

  bind(node: Node): Bound {
    switch (node.kind) {
      case 'and':
      case 'or':
        return { kind: node.kind, nodes: node.nodes.map((part) => this.bind(part)) };
      case 'not':
        return { kind: 'not', node: this.bind(node.node) };
      case 'words':
        return {
          kind: 'words',
          terms: searchTerms(node.text),
          exact: exactTerms(node.text),
          inComments: this.#inComments,
        };
      default:
        return this.#bindTerm(node);
    }
  }

  #bindTerm({ field: name, values }: Term): Bound {
    if (name === this.#names.has.name) return anyOf(values.map((value) => this.#bindFacet(value)));
    const field = this.#names.find(name);
    if (!field) throw new Error(`There is no field ${name}`);
    return { kind: 'test', field, tests: merged(values.map((value) => this.#testOf(value, field))) };
  }

  #bindFacet(value: Value): Bound {
    const name = value.kind === 'is' && value.operand.kind === 'choice' ? value.operand.choice : '';
    const field = this.#names.facet(name);
    if (!field) throw new Error(`There is nothing to have called ${name}`);
    // A number is never missing: `has:` means at least one.
    if (field.kind === 'number' && !field.orNone)
      return { kind: 'test', field, tests: [{ kind: 'range', range: { least: 1 } }] };
    return { kind: 'not', node: { kind: 'test', field, tests: [{ kind: 'none' }] } };
  }

  #testOf(value: Value, field: QueryField): Test {
    if (value.kind === 'is' && value.operand.kind === 'none') return { kind: 'none' };
    switch (field.kind) {
      case 'choice':
      case 'yes-no':
        return { kind: 'among', values: choicesIn(value, field) };
      case 'number':
        return { kind: 'range', range: rangeOf(value, numberOf, field.isInteger ? roundedUp : exact) };
      case 'time': {
        const calendar = (this.#calendar ??= calendarOf(this.#asker.zone));
        // From the start of a day to the start of the next.
        return {
          kind: 'range',
          range: rangeOf(value, (operand) => this.#dayOf(operand), {
            from: (day) => ({ least: calendar.startOf(day) }),
            behind: (day) => ({ least: calendar.startOf(shifted(day, 1, 'd')) }),
            before: (day) => ({ below: calendar.startOf(day) }),
            upTo: (day) => ({ below: calendar.startOf(shifted(day, 1, 'd')) }),
          }),
        };
      }
      case 'day':
        return { kind: 'range', range: rangeOf(value, (operand) => this.#dayOf(operand), exact) };
      default:
        return this.#textTest(value, field);
    }
  }

  #textTest(value: Value, { kind }: QueryField): Test {
    if (value.kind !== 'is') throw new Error('Texts are not compared');
    const { operand, start, end } = value;
    if (operand.kind === 'me') return { kind: 'among', values: [this.#asker.me] };
    if (operand.kind !== 'text') throw new Error(`No text, but ${operand.kind}`);
    const text = fold(operand.text);
    if (kind === 'text') return { kind: 'contains', text };
    if (id.safeParse(text).success) return { kind: 'among', values: [text] };
    const isWhole = kind !== 'person' || operand.isQuoted;
    return { kind: 'called', names: [{ text: operand.text, isWhole, start, end }] };
  }

  #dayOf(operand: Operand): string {
    if (operand.kind === 'day') return operand.day;
    if (operand.kind !== 'from today') throw new Error(`No day, but ${operand.kind}`);
    const { now, zone } = this.#asker;
    this.#today ??= (this.#calendar ??= calendarOf(zone)).dayAt(now);
    return shifted(this.#today, operand.amount, operand.unit);
  }
}

/** How to build the bounds of a range from a value. */
interface Bounds<T, R> {
  from(value: T): Range<R>;
  behind(value: T): Range<R>;
  before(value: T): Range<R>;
  upTo(value: T): Range<R>;
}

const exact: Bounds<string | number, string | number> = {
  from: (least) => ({ least }),
  behind: (above) => ({ above }),
  before: (below) => ({ below }),
  upTo: (most) => ({ most }),
};

/** For whole numbers, `>2.5` means 3 and above. */
const roundedUp: Bounds<number, number> = {
  from: (value) => ({ least: Math.ceil(value) }),
  behind: (value) => ({ least: Math.floor(value) + 1 }),
  before: (value) => ({ most: Math.ceil(value) - 1 }),
  upTo: (value) => ({ most: Math.floor(value) }),
};

function rangeOf<T, R>(
  value: Value,
  read: (operand: Operand) => T,
  { from, behind, before, upTo }: Bounds<T, R>,
): Range<R> {
  if (value.kind === 'range') return { ...from(read(value.from)), ...upTo(read(value.to)) };
  const operand = read(value.operand);
  if (value.kind === 'is') return { ...from(operand), ...upTo(operand) };
  return { '>=': from, '>': behind, '<': before, '<=': upTo }[value.operator](operand);
}

function numberOf(operand: Operand): number {
  if (operand.kind !== 'number') throw new Error(`No number, but ${operand.kind}`);
  return operand.number;
}

/** The choices that a value selects, in their order. */
export function choicesIn(value: Value, { choices = [] }: QueryField): readonly string[] {
  const rankOf = (operand: Operand) => (operand.kind === 'choice' ? choices.indexOf(operand.choice) : -1);
  if (value.kind === 'is') return value.operand.kind === 'choice' ? [value.operand.choice] : [];
  const { least = 0, most = choices.length } = rangeOf(value, rankOf, roundedUp);
  return choices.filter((_, rank) => rank >= least && rank <= most);
}

/** Merges the tests whose values one statement can look up together. */
function merged(tests: readonly Test[]): readonly Test[] {
  const values = tests.flatMap((test) => (test.kind === 'among' ? test.values : []));
  const names = tests.flatMap((test) => (test.kind === 'called' ? test.names : []));
  const others = tests.filter(({ kind }) => kind !== 'among' && kind !== 'called');
  const isAsked = (kind: Test['kind']) => tests.some((test) => test.kind === kind);
  return [
    ...others,
    ...(isAsked('among') ? [{ kind: 'among' as const, values: [...new Set(values)] }] : []),
    ...(isAsked('called') ? [{ kind: 'called' as const, names }] : []),
  ];
}

function anyOf(nodes: readonly Bound[]): Bound {
  const [only] = nodes;
  return only && nodes.length === 1 ? only : { kind: 'or', nodes };
}

/** A named object with the forms of its name that are compared. */
export type FoldedName<T> = T & { readonly key: string; readonly folded: string };

/** A name, as it is compared. */
export type NameAsked = Pick<WrittenName, 'text' | 'isWhole'>;

export function foldName<T extends { readonly name: string }>(one: T): FoldedName<T> {
  const copy = { ...one };
  return { ...copy, key: nameKey(copy.name), folded: fold(copy.name) };
}

/**
 * Returns the objects whose name matches the written one. Of names that differ in marks alone, a whole name selects
 * those with the same marks, if there are any.
 */
export function calledBy<T>(all: readonly FoldedName<T>[], { text, isWhole }: NameAsked): readonly T[] {
  const written = fold(text);
  if (!isWhole)
    return all.filter(({ folded }) => folded.startsWith(written) || folded.includes(` ${written}`));
  const found = all.filter(({ folded }) => folded === written);
  const same = found.filter(({ key }) => key === nameKey(text));
  return same.length > 0 ? same : found;
}
