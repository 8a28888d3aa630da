import * as z from 'zod/mini';
import { type Message, says } from '#contract/messages.ts';
import { fieldMessages } from '#contract/text.ts';

/** The values and inputs of a field of bugs. Every part of the product follows it. */
export interface BugField {
  /** The field's name in messages. */
  readonly label: string;
  /** The value in a bug. */
  readonly value: z.ZodMiniType;
  /** The input in requests, with the messages for invalid ones. */
  readonly input: z.ZodMiniType;
  /** Whether a new bug must have it. */
  readonly isRequired: boolean;
  /** Returns the input that would set this value. Two values are equal if their inputs are. */
  inputOf(value: unknown): unknown;
  /** The value where a bug has none stored, or its server lacks the field. Fields of the specification have none. */
  readonly empty?: unknown;
  /** The query parameters that filter bugs by the field, with their schemas. */
  readonly filter?: Readonly<Record<string, z.ZodMiniType>>;
  /** Whether a value matches such a parameter; `me` is the id of the caller. The server's SQL has the same rule. */
  matches?(value: unknown, wanted: string, me: string): boolean;
  /** Whether bugs can be sorted by it. */
  readonly sorts?: true;
  /** The values of a choice, in the order in which they sort. */
  readonly choices?: readonly string[];
  /**
   * How concurrent edits merge: a text by words or lines, a list by its items, an object by its keys (a request omits
   * unchanged keys). Without it, the user chooses one of the two values.
   */
  readonly merge?: 'words' | 'lines' | 'items' | 'keys';
  /** Set for a field that depends on other fields of the bug. */
  readonly follows?: Follows;
  /** Whether it is prose: its edits are shown as differences, and after the other changes in a bug's history. */
  readonly isProse?: true;
  /** How queries select by it; without this, they cannot. */
  readonly query?: FieldQuery;
  /** The kind of live change that renames its values, so that queries that name them may select other bugs. */
  readonly namesChangedBy?: string;
}

/**
 * How the values of a field are compared: a `choice` is one of the field's `choices`; a `person` is a user or null;
 * `named` values are objects with an `_id` and a `name`, in a list, alone or null; a `time` is a moment and a `day` is
 * one like 2026-11-21, a `number` and `yes-no` are as in JSON, and a `text` is searched.
 */
export type QueryKind = 'choice' | 'person' | 'named' | 'time' | 'day' | 'number' | 'yes-no' | 'text';

/** How the query language selects by a field. */
interface FieldQuery {
  /** Its name in queries, if that differs from its name in bugs. */
  readonly name?: string;
  /** Without it, the field cannot be compared, only selected by `has`. */
  readonly kind?: QueryKind;
  /** The values of a choice, if the field declares none. */
  readonly choices?: readonly string[];
  /** Whether a bug can be without a value, which queries call `none`. */
  readonly orNone?: true;
  /** The word after `has:` that selects bugs with a value. */
  readonly has?: string;
}

/** How a field depends on the other fields of the bug. */
interface Follows {
  /** Returns the input that a bug gets if `input` is set with these other inputs. The value must equal the input. */
  input(input: unknown, others: Readonly<Record<string, unknown>>): unknown;
  /** Whether only a rule of the server may set the input, and no request. */
  isSetByRule?(input: unknown): boolean;
  /** The message for an input that other inputs of the request rule out. */
  readonly refusal: Message;
}

/** A field that no request sets. */
export type FixedField = Pick<BugField, 'value' | 'filter' | 'matches' | 'sorts' | 'choices' | 'query'>;

/** The types that the properties of a field share. */
interface Coherent<F extends BugField> {
  inputOf(value: z.output<F['value']>): z.output<F['input']>;
  readonly empty?: z.output<F['value']>;
}

/** Declares a field of bugs; its exact types are inferred. */
export function bugField<const F extends BugField>(field: F & Coherent<F>): F {
  return field;
}

/** Declares a field that no request sets; its exact types are inferred. */
export function fixedField<const F extends FixedField>(field: F): F {
  return field;
}

/** A field of text that every bug has. */
export function proseField<Input extends z.ZodMiniType<string>>(label: string, input: Input) {
  const inputOf = (value: string): z.output<Input> => value as z.output<Input>;
  return { label, value: z.string(), input, isRequired: true, inputOf, isProse: true } as const;
}

/** A field that holds one of `values`, which every bug has and which sorts in their order. */
export function choiceField<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return {
    label,
    value: z.enum(values),
    input: choice(label, values),
    isRequired: true,
    inputOf: (value: T[number]) => value,
    sorts: true,
    choices: values,
    query: { kind: 'choice' },
  } as const;
}

/** One of `values`; a missing value and a wrong one have different messages. */
function choice<const T extends readonly [string, ...string[]]>(field: string, values: T) {
  const missing = fieldMessages.required({ field });
  const wrong = fieldMessages.notOneOf({ field, values });
  return z.enum(values, {
    error: says((input) => (input === undefined || input === null || input === '' ? missing : wrong)),
  });
}

/**
 * A query parameter that filters by one of `values`, or by several, separated by commas. An empty value means no filter.
 */
export function choiceFilter(field: string, values: readonly string[]) {
  const error = says(fieldMessages.notOneOf({ field, values }));
  const isChoice = (text: string) => text === '' || text.split(',').every((one) => values.includes(one));
  return z.optional(
    z.pipe(
      z.string({ error }).check(z.refine(isChoice, { error })),
      z.transform((text: string) => text || undefined),
    ),
  );
}

type Fields = Readonly<Record<string, BugField>>;
type FixedFields = Readonly<Record<string, FixedField>>;

/** The schema of each field's value, keyed by field name. */
export function valueSchemas<F extends FixedFields>(fields: F) {
  return mapped(fields, ({ value }) => value) as { [K in keyof F]: F[K]['value'] };
}

/** The schema of each field's input for a new bug, keyed by field name. */
export function inputSchemas<F extends Fields>(fields: F) {
  const schemas = mapped(fields, ({ input, isRequired }) => (isRequired ? input : z.optional(input)));
  return schemas as {
    [K in keyof F]: F[K]['isRequired'] extends true ? F[K]['input'] : z.ZodMiniOptional<F[K]['input']>;
  };
}

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Filters<F extends FixedFields> = Both<
  { [K in keyof F]: F[K] extends { filter: infer Filter } ? Filter : never }[keyof F]
>;

/** The query parameters of all fields. */
export function filterSchemas<F extends FixedFields>(fields: F) {
  const schemas = Object.values(fields).flatMap(({ filter = {} }) => Object.entries(filter));
  return Object.fromEntries(schemas) as { -readonly [K in keyof Filters<F>]: Filters<F>[K] };
}

/** The names of the fields by which bugs can be sorted. */
export function sortingNames<F extends Fields>(fields: F) {
  const names = Object.keys(fields).filter((name) => fields[name]?.sorts === true);
  return names as { [K in keyof F]: F[K] extends { sorts: true } ? K : never }[keyof F][];
}

/** The fields beyond the specification. */
export function additions<F extends Fields>(fields: F) {
  const known = Object.entries(fields).filter(([, field]) => field.empty !== undefined);
  return Object.fromEntries(known) as Pick<
    F,
    { [K in keyof F]: F[K] extends { empty: unknown } ? K : never }[keyof F]
  >;
}

function mapped<F, T>(fields: Readonly<Record<string, F>>, map: (field: F) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]));
}

/** The entries of `object` that `from` lacks or has with another value. */
export function differing<T>(
  object: Readonly<Record<string, T>>,
  from: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => !isSameInput(value, from[key])));
}

/** Whether two inputs set the same value. */
export function isSameInput(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
