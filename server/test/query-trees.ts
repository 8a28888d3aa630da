import fc from 'fast-check';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { parseQuery } from '#contract/query/parse.ts';
import { printQuery } from '#contract/query/print.ts';
import { resolutions } from '#contract/bugs/resolution.ts';
import { type QueryField, queryFields } from '#contract/query/fields.ts';
import type { Node, Operand, Query, Value } from '#contract/query/tree.ts';

/* Random queries for tests. All places in them are 0. */

const nowhere = { start: 0, end: 0 };

/** The vocabulary of random queries. */
export interface Subjects {
  readonly words: readonly string[];
  readonly people: readonly string[];
  /** Beginnings of the words of their names, without spaces. */
  readonly parts: readonly string[];
  readonly labels: readonly string[];
  readonly components: readonly string[];
  readonly versions: readonly string[];
  readonly days: readonly string[];
  /** Fields that admins have defined. */
  readonly own: readonly OwnField[];
}

interface OwnField {
  readonly field: QueryField;
  /** The names of its options. */
  readonly options: readonly string[];
}

const text = (value: string, isQuoted: boolean): Operand => ({ kind: 'text', text: value, isQuoted });
const is = (operand: Operand): Value => ({ kind: 'is', operand, ...nowhere });
const none = fc.constant<Operand>({ kind: 'none' });

/** Names, quoted where necessary, and sometimes elsewhere. */
const names = (all: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...all), fc.boolean())
    .map(([name, isQuoted]) => text(name, isQuoted || /\s/.test(name) || name === 'none'));

const compared = (operand: fc.Arbitrary<Operand>): fc.Arbitrary<Value> =>
  fc.oneof(
    operand.map(is),
    fc
      .tuple(fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const), operand)
      .map(([operator, of]): Value => ({ kind: 'compare', operator, operand: of, ...nowhere })),
    fc.tuple(operand, operand).map(([from, to]): Value => ({ kind: 'range', from, to, ...nowhere })),
  );

function valuesOf({
  words,
  people,
  parts,
  labels,
  components,
  versions,
  days,
  own,
}: Subjects): Record<string, fc.Arbitrary<Value>> {
  const choice = (choices: readonly string[]) =>
    fc.constantFrom(...choices).map((one): Operand => ({ kind: 'choice', choice: one }));
  const number = (most: number) =>
    fc
      .oneof(fc.integer({ min: -1, max: most }), fc.constantFrom(2.5, 99_999_999_999))
      .map((one): Operand => ({ kind: 'number', number: one }));
  const person = fc.oneof(
    fc.constant<Operand>({ kind: 'me' }),
    fc.constantFrom(...people).map((name) => text(name, true)),
    fc.constantFrom(...parts).map((name) => text(name, false)),
  );
  const day = fc.oneof(
    fc.constantFrom(...days).map((one): Operand => ({ kind: 'day', day: one })),
    fc
      .tuple(fc.integer({ min: -40, max: 3 }), fc.constantFrom('d' as const, 'w' as const, 'm' as const))
      // With an amount of 0, the text is `today` for every unit.
      .map(([amount, unit]): Operand => ({ kind: 'from today', amount, unit: amount === 0 ? 'd' : unit })),
  );
  const contained = fc.constantFrom(...words).map((word) => is(text(word.replaceAll('"', ''), true)));
  /** Of fields that admins define, any may have no value. */
  const ofOwn = ({ field, options }: OwnField): fc.Arbitrary<Value> => {
    switch (field.kind) {
      case 'named':
        return names(options).map(is);
      case 'person':
        return person.map(is);
      case 'yes-no':
        return choice(['yes', 'no']).map(is);
      case 'number':
        return compared(number(4));
      case 'day':
        return compared(day);
      default:
        return contained;
    }
  };
  return {
    ...Object.fromEntries(
      own.map((each) => [each.field.name, fc.oneof(none.map(is), { weight: 3, arbitrary: ofOwn(each) })]),
    ),
    status: compared(choice(statuses)),
    priority: compared(choice(priorities)),
    resolution: fc.oneof(none.map(is), compared(choice(resolutions))),
    assignee: fc.oneof(none, person).map(is),
    reporter: person.map(is),
    label: fc.oneof(none, names(labels)).map(is),
    component: fc.oneof(none, names(components)).map(is),
    found: fc.oneof(none, names(versions)).map(is),
    fixed: fc.oneof(none, names(versions)).map(is),
    created: compared(day),
    updated: compared(day),
    number: compared(number(50)),
    comments: compared(number(4)),
    blocked: choice(['yes', 'no']).map(is),
    title: contained,
    description: contained,
    has: choice(['files', 'comments', 'labels', ...own.map(({ field }) => field.has ?? field.name)]).map(is),
  };
}

/** Queries about these subjects. */
export function randomQueries(subjects: Subjects): fc.Arbitrary<Query> {
  const word = fc.constantFrom(...subjects.words);
  const wordsNode = fc.array(word, { minLength: 1, maxLength: 3 }).map((words): Node => ({
    kind: 'words',
    text: words.join(' '),
    words: words.map((each) => ({ isPhrase: each.startsWith('"'), ...nowhere })),
    ...nowhere,
  }));
  const terms = Object.entries(valuesOf(subjects)).map(([field, value]) =>
    fc
      .array(value, { minLength: 1, maxLength: 3 })
      .map((values): Node => ({ kind: 'term', field, name: nowhere, values, ...nowhere })),
  );
  const { node } = fc.letrec<{ node: Node; junction: Node; negation: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      { arbitrary: fc.oneof(wordsNode, ...terms), weight: 3 },
      { arbitrary: tie('junction'), weight: 3 },
      { arbitrary: tie('negation'), weight: 1 },
    ),
    junction: fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('node'), { minLength: 2, maxLength: 4 }),
      )
      .map(([kind, nodes]): Node => ({ kind, nodes, ...nowhere })),
    negation: tie('node').map((negated): Node => ({ kind: 'not', node: negated, ...nowhere })),
  }));
  const sort = fc.option(
    fc
      .tuple(fc.constantFrom('created', 'updated', 'title', 'status', 'priority', 'number'), fc.boolean())
      .map(([field, descending]) => ({ field, descending, ...nowhere })),
    { nil: undefined },
  );
  const inComments = fc.option(fc.constant(nowhere), { nil: undefined, freq: 3 });
  return fc.record({ tree: node, sort, inComments }).filter((query) => isInLimits(query, subjects));
}

/** Whether a query is within the limits, which a few random queries exceed. */
function isInLimits(query: Query, { own }: Subjects): boolean {
  const { error } = parseQuery(printQuery(query), [...queryFields, ...own.map(({ field }) => field)]);
  return error === undefined || !error.message.key.startsWith('query.too');
}

/** A query without the places of its parts. */
export function withoutPlaces(query: unknown): unknown {
  return JSON.parse(
    JSON.stringify(query, (key, value: unknown) =>
      key === 'start' || key === 'end' || key === 'name' ? undefined : value,
    ),
  );
}
