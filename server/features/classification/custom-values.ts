import type { UserRef } from '#contract/accounts/users.ts';
import type { BugInputs, BugValues } from '#contract/bugs/bug-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { CustomInput, CustomValue } from '#contract/classification/custom-field.ts';
import {
  appliesTo,
  customFieldRefusals,
  customInputSchema,
  customQueryField,
  customValueMessages,
  hasOptions,
  isEmptyInput,
} from '#contract/classification/custom-fields.ts';
import { messageOf } from '#contract/messages.ts';
import { id as anId } from '#contract/text.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import type { InputContext, LookedUp, StoredField } from '#server/extensions/bug-field.ts';
import type { OwnQueryField } from '#server/finding/field.ts';
import { fieldError } from '#server/http/errors.ts';
import { namedPeople, peopleWithIds } from '#server/people.ts';
import * as queries from './custom-field-queries.ts';
import * as valueQueries from './custom-value-queries.ts';

type Inputs = BugInputs['custom'];
type Values = BugValues['custom'];

/** The values of bugs in the fields that admins define. */
export const customOfBugs: StoredField<'custom'> = {
  name: 'custom',
  select: valueQueries.valuesOfBug,
  hasLongTexts: true,
  read: valueQueries.readValues,
  defaultInput: {},
  lookUp: (tx, given, context) => LookedUpValues.read(tx, given, context),
  store(tx, bugId, { input, before = {}, lookedUp }) {
    if (!(lookedUp instanceof LookedUpValues)) throw new Error('Nothing is known of the fields');
    const changed = [...new Set([...Object.keys(before), ...Object.keys(input)])].filter(
      (field) => !isSameInput(before[field], input[field]),
    );
    const removed = changed.filter((field) => before[field] !== undefined);
    const added = changed.flatMap((field) => {
      const value = input[field] ?? null;
      return value === null ? [] : [{ field, kind: lookedUp.kindOf(field), input: value }];
    });
    if (removed.length > 0) beforeCommit(tx, valueQueries.deleteValues(tx, bugId, removed));
    if (added.length > 0) beforeCommit(tx, valueQueries.insertValues(tx, bugId, added));
  },
  async present(db, inputs) {
    const known = await readKnown(
      db,
      inputs.flatMap((each) => Object.values(each)),
    );
    return inputs.map((each) => valuesOf(known, each));
  },
  ownQueryFields: async (db) => (await queries.fieldsOfQueries(db)).map(queryFieldOf),
};

/** How queries search for a field. Archived fields are included, because bugs keep their values. */
function queryFieldOf(field: queries.BareField): OwnQueryField {
  const { _id, kind } = field;
  return {
    field: customQueryField(field),
    ...(hasOptions(kind) && { named: async (db: Db) => queries.optionsOf(db, _id) }),
    ...(kind === 'person' && namedPeople),
    where: (db, test) => valueQueries.bugMeets(db, field, test),
    numbers: (db, test) => valueQueries.bugsMeeting(db, field, test),
  };
}

/** The objects that inputs can refer to. */
interface Refs {
  readonly options: ReadonlyMap<string, queries.KnownOption>;
  readonly people: ReadonlyMap<string, UserRef>;
}

interface Known extends Refs {
  readonly fields: ReadonlyMap<string, queries.BareField>;
}

/** Reads what inputs refer to. An input that looks like an id may be that of an option or of a user. */
async function readRefs(db: Db, inputs: readonly (CustomInput | null)[]): Promise<Refs> {
  const ids = [...new Set(inputs.flat().map(String))].filter((input) => anId.safeParse(input).success);
  const [options, people] = await Promise.all([queries.optionsWithIds(db, ids), peopleWithIds(db, ids)]);
  return { options, people };
}

/** Reads all fields and what inputs refer to, in one round trip. */
async function readKnown(db: Db, inputs: readonly (CustomInput | null)[]): Promise<Known> {
  const [fields, refs] = await Promise.all([queries.bareFields(db), readRefs(db, inputs)]);
  return { fields: new Map(fields.map((field) => [field._id, field])), ...refs };
}

function refusal(fieldId: string, message: Parameters<typeof fieldError>[1]) {
  return fieldError(`custom.${fieldId}`, message);
}

/** The results of looking up the values that a request gives. */
class LookedUpValues implements LookedUp<Inputs, Values> {
  readonly #given: Inputs;
  readonly #context: InputContext;
  readonly #known: Known;

  constructor(given: Inputs, context: InputContext, known: Known) {
    this.#given = given;
    this.#context = context;
    this.#known = known;
  }

  static async read(tx: Tx, given: Inputs, context: InputContext): Promise<LookedUpValues> {
    const known = await readKnown(tx, Object.values(given));
    if (context.bugId !== undefined) return new LookedUpValues(given, context, known);
    const initial = await readRefs(
      tx,
      [...known.fields.values()].map((field) => field.initial),
    );
    return new LookedUpValues(given, context, {
      ...known,
      options: new Map([...initial.options, ...known.options]),
      people: new Map([...initial.people, ...known.people]),
    });
  }

  /** With what the request leaves out: for a new bug the defaults, for others what they have. */
  decide(before: Inputs | undefined): Inputs {
    const decided: Record<string, CustomInput | null> = { ...before, ...(!before && this.#initial()) };
    for (const [id, input] of Object.entries(this.#given)) {
      const value = this.#checked(id, input, before?.[id] ?? null);
      if (value === null) delete decided[id];
      else decided[id] = value;
    }
    if (!before && this.#context.canAsk) this.#askFor(decided);
    const sorted = Object.entries(decided).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted);
  }

  valueOf(inputs: Inputs, before: Values = {}): Values {
    const left = Object.entries(before).filter(([id]) => this.#given[id] === undefined);
    return valuesOf(this.#known, inputs, Object.fromEntries(left));
  }

  kindOf(fieldId: string): queries.BareField['kind'] {
    const field = this.#known.fields.get(fieldId);
    if (!field) throw new Error(`There is no field ${fieldId}`);
    return field.kind;
  }

  /** The fields for which a new bug is asked for a value. */
  #asked(): readonly queries.BareField[] {
    const component = this.#context.given.component ?? null;
    return [...this.#known.fields.values()].filter((field) => !field.archived && appliesTo(field, component));
  }

  #initial(): Inputs {
    const initial = this.#asked().flatMap((field) => {
      const isUsable = this.#isUsable(field, field.initial, null);
      return isUsable && field.initial !== null ? [[field._id, field.initial] as const] : [];
    });
    return Object.fromEntries(initial);
  }

  /** @throws AppError 400 if a value is missing */
  #askFor(inputs: Inputs): void {
    const missing = this.#asked().find(({ _id, isRequired }) => isRequired && isEmptyInput(inputs[_id]));
    if (missing) throw refusal(missing._id, customValueMessages.required({ name: missing.name }));
  }

  /** The input as it is stored; null for none. @throws AppError 400 */
  #checked(id: string, input: CustomInput | null, before: CustomInput | null): CustomInput | null {
    const field = this.#known.fields.get(id);
    if (!field) throw fieldError('custom', customFieldRefusals.unknown());
    if (isEmptyInput(input)) return null;
    const schema = customInputSchema(field);
    const { data, error } = schema.safeParse(input);
    const [issue] = error?.issues ?? [];
    if (data === undefined) throw refusal(id, (issue && messageOf(issue)) ?? customFieldRefusals.unknown());
    if (isSameInput(data, before)) return before;
    if (field.archived) throw refusal(id, customFieldRefusals.archived({ name: field.name }));
    if (!this.#isUsable(field, data, before)) {
      // Any wrong input, such as `false`, has the message of the field's kind.
      const [wrong] = schema.safeParse(false).error?.issues ?? [];
      throw refusal(id, (wrong && messageOf(wrong)) ?? customFieldRefusals.unknown());
    }
    return data;
  }

  /** Whether bugs can get what the input refers to, or this bug has it already. */
  #isUsable({ _id, kind }: queries.BareField, input: CustomInput | null, before: CustomInput | null) {
    const { options, people } = this.#known;
    if (kind === 'person') return people.has(String(input));
    if (kind !== 'option' && kind !== 'options') return true;
    const had = new Set<unknown>([before].flat());
    return [input].flat().every((each) => {
      const option = options.get(String(each));
      return option?.fieldId === _id && (option.isUsable || had.has(each));
    });
  }
}

/** The value that an input of a field stands for. */
function valueOf({ fields, options, people }: Known, fieldId: string, input: CustomInput): CustomValue {
  const kind = fields.get(fieldId)?.kind;
  if (Array.isArray(input)) {
    return input
      .flatMap((each) => options.get(each) ?? [])
      .toSorted((one, other) => one.position - other.position)
      .map(({ ref }) => ref);
  }
  if (kind === 'option') return options.get(String(input))?.ref ?? { _id: String(input), name: '' };
  if (kind === 'person') return people.get(String(input)) ?? { _id: String(input), name: '' };
  return input;
}

/** The values that inputs stand for. Those in `stay` do not change. */
function valuesOf(known: Known, inputs: Inputs, stay: Values = {}): Values {
  const values = Object.entries(inputs).flatMap(([id, input]) =>
    input === null ? [] : [[id, stay[id] ?? valueOf(known, id, input)] as const],
  );
  return Object.fromEntries(values);
}
