import { sql } from 'kysely';
import type { z } from 'zod';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import { nameKey } from '#contract/bugs/search.ts';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import * as contract from '#contract/classification/custom-fields.ts';
import type { CustomField } from '#contract/classification/custom-fields.ts';
import { FieldNames, queryFields } from '#contract/query/fields.ts';
import type { Tx } from '#server/engine/schema.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { route } from '#server/http/route.ts';
import { edited } from '#server/named.ts';
import { peopleWithIds } from '#server/people.ts';
import { listComponents } from './components.ts';
import * as queries from './custom-field-queries.ts';
import { type OrderedKind, found, hold, insert, move, repetitionOf, store, update } from './definitions.ts';

const { customFieldRefusals: refusals, maxCustom } = contract;

const fields: OrderedKind<CustomField, 'custom_fields'> = {
  table: 'custom_fields',
  noun: 'field',
  live: 'custom-field',
  refusals,
  list: queries.listFields,
  columns: ({ kind, isRequired, initial, archived }, now) => ({
    kind,
    is_required: isRequired ? 1 : 0,
    initial: initial === null ? null : JSON.stringify(initial),
    archived_at: archived ? now : null,
  }),
  place: sql<number>`(select coalesce(max(position), -1) + 1 from custom_fields)`,
};

export const customFieldRoutes = [
  route(contract.listCustomFields, async ({ db }) => queries.listFields(db), { cached: true }),
  route(
    contract.createCustomField,
    async (call) => call.write((tx) => createField(tx, call)),
    repetitionOf(fields),
  ),
  route(contract.updateCustomField, async (call) => call.write((tx) => updateField(tx, call))),
  route(contract.moveCustomField, async (call) =>
    call.write((tx) => move(tx, call, fields, call.params.id, call.body.before)),
  ),
];

/**
 * @throws AppError 400 for a name that is taken or reserved, for options or a default that the field cannot have, and
 *   if there are too many fields
 */
async function createField(tx: Tx, call: Call<typeof contract.createCustomField>): Promise<CustomField> {
  const { name, kind, isRequired = false, components = [], initial = null } = call.body;
  const all = await hold(tx, fields);
  if (all.length >= maxCustom.everMade)
    throw fieldError('name', refusals.tooManyEver({ max: maxCustom.everMade }));
  refuseTooMany(all);
  refuseReserved(name);
  await refuseUnknownComponents(tx, components, []);
  const options = optionsAfter(kind, call.body.options ?? [], []);
  const field = { name, kind, isRequired, initial: null, components, options: [], archived: false };
  const id = await insert(tx, call, fields, field);
  await queries.setComponents(tx, id, components);
  const at = call.now();
  const stored = await queries.setOptions(tx, id, { options, known: [], at });
  const created = { ...field, _id: id, options: stored, position: all.length };
  await store(tx, call, fields, { ...created, initial: await initialOf(tx, created, initial) });
  return found(fields, await queries.listFields(tx), id);
}

/** @throws AppError 404, or 400 as for a new field */
async function updateField(tx: Tx, call: Call<typeof contract.updateCustomField>): Promise<CustomField> {
  const { options, components, initial, ...edit } = call.body;
  return update(tx, call, fields, call.params.id, async (before, all) => {
    const { _id: id } = before;
    const field: CustomField = edited<CustomField>(before, edit);
    if (before.archived && !field.archived) refuseTooMany(all);
    if (nameKey(field.name) !== nameKey(before.name)) refuseReserved(field.name);
    if (components) {
      await refuseUnknownComponents(tx, components, before.components);
      await queries.setComponents(tx, id, components);
    }
    if (options) {
      const after = optionsAfter(field.kind, options, before.options);
      const at = call.now();
      field.options = await queries.setOptions(tx, id, { options: after, known: before.options, at });
    }
    field.initial = initial === undefined ? stillUsable(field) : await initialOf(tx, field, initial);
    return field;
  });
}

/** @throws AppError 400 */
function refuseTooMany(all: readonly CustomField[]): void {
  if (all.filter(({ archived }) => !archived).length >= maxCustom.fields)
    throw fieldError('name', refusals.tooMany({ max: maxCustom.fields }));
}

const builtIn = new FieldNames(queryFields);
const labels = new Set(Object.values(bugFields).map(({ label }) => nameKey(label)));

/** @throws AppError 400 for a name that queries and screens use for something else */
function refuseReserved(name: string): void {
  if (builtIn.isKnown(name) || builtIn.facet(name) || labels.has(nameKey(name)))
    throw fieldError('name', refusals.nameReserved());
}

/** @throws AppError 400 */
async function refuseUnknownComponents(
  tx: Tx,
  ids: readonly string[],
  before: readonly string[],
): Promise<void> {
  const known = new Set([...before, ...(await listComponents(tx)).map(({ _id }) => _id)]);
  if (!ids.every((id) => known.has(id))) throw fieldError('components', refusals.unknownComponent());
}

/** The new options of a field. Existing ones that are not given become archived. @throws AppError 400 */
function optionsAfter(
  kind: CustomField['kind'],
  given: NonNullable<z.output<typeof contract.updateCustomFieldBody>['options']>,
  before: CustomField['options'],
): readonly queries.OptionInput[] {
  const refuse = (message: Parameters<typeof fieldError>[1]) => fieldError('options', message);
  if (!contract.hasOptions(kind)) {
    if (given.length > 0) throw refuse(refusals.notForKind());
    return [];
  }
  const ids = given.flatMap(({ _id }) => _id ?? []);
  const isKnown = ids.every((id) => before.some(({ _id }) => _id === id));
  if (!isKnown || new Set(ids).size < ids.length) throw refuse(refusals.notOptions());
  const left = before.filter(({ _id }) => !ids.includes(_id));
  const all = [
    ...given.map(({ _id, name, archived = false }) => ({ _id, name, archived })),
    ...left.map(({ _id, name }) => ({ _id, name, archived: true })),
  ];
  const names = all.map(({ name }) => nameKey(name));
  const twice = all.find(({ name }, i) => names.indexOf(nameKey(name)) !== i);
  if (twice) throw refuse(refusals.optionTaken({ name: twice.name }));
  if (all.length > maxCustom.options) throw refuse(refusals.tooManyOptions({ max: maxCustom.options }));
  if (all.every(({ archived }) => archived)) throw refuse(refusals.noOptions());
  return all;
}

/** The default, without the options that bugs can no longer get. */
function stillUsable({ initial, options }: CustomField): CustomInput | null {
  const archived = new Set<CustomInput | null>(
    options.filter((option) => option.archived).map(({ _id }) => _id),
  );
  if (Array.isArray(initial)) {
    const left = initial.filter((id) => !archived.has(id));
    return left.length > 0 ? left : null;
  }
  return archived.has(initial) ? null : initial;
}

/** The default of a field as it is stored, from the one of a request. Options are given by id. @throws AppError 400 */
async function initialOf(tx: Tx, field: CustomField, given: CustomInput | null): Promise<CustomInput | null> {
  if (contract.isEmptyInput(given)) return null;
  const usable = field.options.filter(({ archived }) => !archived);
  const ids = new Map(
    usable.flatMap(({ _id, name }) => [[_id, _id] as const, [nameKey(name), _id] as const]),
  );
  const idOf = (text: string) => ids.get(text) ?? ids.get(nameKey(text)) ?? '';
  const named = Array.isArray(given) ? given.map(idOf) : idOf(String(given));
  const { data } = contract
    .customInputSchema(field)
    .safeParse(contract.hasOptions(field.kind) ? named : given);
  const isKnown =
    data !== undefined && (field.kind !== 'person' || (await peopleWithIds(tx, [String(data)])).size > 0);
  if (!isKnown) throw fieldError('initial', refusals.notInitial());
  return data;
}
