import type { z } from 'zod';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import * as contract from '#contract/classification/custom-fields.ts';
import type { CustomField } from '#contract/classification/custom-fields.ts';
import { FieldNames, queryFields } from '#contract/query/fields.ts';
import { fold } from '#contract/bugs/search.ts';
import type { Tx } from '#server/db/schema.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import {
  definitionChanges,
  edited,
  movedBefore,
  nameChange,
  storeOrder,
  withFreeName,
} from '#server/named.ts';
import { peopleWithIds } from '#server/people.ts';
import * as queries from './custom-field-queries.ts';

const announce = definitionChanges('custom-field');

type Managing = Pick<Call<typeof contract.updateCustomField>, 'emit' | 'now'>;
type Edit = z.output<typeof contract.updateCustomFieldBody>;

const { customFieldRefusals: refusals, maxCustom } = contract;

/** @throws AppError 400 for a name that is taken or reserved, for options and a default that the field cannot have, and for one field too many */
export async function createField(
  tx: Tx,
  { emit, now }: Managing,
  body: z.output<typeof contract.createCustomFieldBody>,
): Promise<CustomField> {
  const all = await queries.lockFields(tx);
  if (all.length >= maxCustom.everMade)
    throw fieldError('name', refusals.tooManyEver({ max: maxCustom.everMade }));
  refuseTooMany(all);
  const { name, kind, isRequired = false, components = [], initial = null } = body;
  refuseReserved(name);
  await refuseUnknownComponents(tx, components, []);
  const options = optionsAfter(kind, body.options ?? [], []);
  const field = { name, kind, isRequired, initial: null, components, options: [], archived: false };
  const id = await withFreeName(tx, refusals.nameTaken(), () => queries.insertField(tx, field));
  await queries.setComponents(tx, id, components);
  const stored = await queries.setOptions(tx, id, { options, known: [], at: now().toISOString() });
  const created = { ...field, _id: id, components, options: stored, position: all.length };
  const complete = { ...created, initial: await initialOf(tx, created, initial) };
  await queries.updateField(tx, complete, null);
  announce(tx, emit, id, 'field created', name);
  return found(await queries.listFields(tx), id);
}

/** @throws AppError 404, or 400 as for a new field */
export async function updateField(
  tx: Tx,
  { emit, now }: Managing,
  id: string,
  { options, components, initial, ...edit }: Edit,
): Promise<CustomField> {
  const all = await queries.lockFields(tx);
  const before = found(all, id);
  const field: CustomField = edited<CustomField>(before, edit);
  if (before.archived && !field.archived) refuseTooMany(all);
  if (fold(field.name) !== fold(before.name)) refuseReserved(field.name);
  if (components) {
    await refuseUnknownComponents(tx, components, before.components);
    await queries.setComponents(tx, id, components);
  }
  const at = now().toISOString();
  if (options) {
    const after = optionsAfter(field.kind, options, before.options);
    field.options = await queries.setOptions(tx, id, { options: after, known: before.options, at });
  }
  field.initial = initial === undefined ? stillUsable(field) : await initialOf(tx, field, initial);
  await withFreeName(tx, refusals.nameTaken(), () =>
    queries.updateField(tx, field, field.archived ? at : null),
  );
  announce(tx, emit, id, 'field changed', nameChange(before, field));
  return found(await queries.listFields(tx), id);
}

/** Moves a field before another one, or to the end. @throws AppError 404, or 400 where there is no other one */
export async function moveField(
  tx: Tx,
  { emit }: Managing,
  id: string,
  before: string | null,
): Promise<CustomField[]> {
  const all = await queries.lockFields(tx);
  const moved = found(all, id);
  await storeOrder(tx, 'custom_fields', movedBefore(all, { id, before, refusal: refusals.notAnother() }));
  announce(tx, emit, id, 'field changed', moved.name);
  return queries.listFields(tx);
}

function found(fields: readonly CustomField[], id: string): CustomField {
  const field = fields.find(({ _id }) => _id === id);
  if (!field) throw notFound(contract.updateCustomField);
  return field;
}

/** @throws AppError 400 */
function refuseTooMany(all: readonly CustomField[]): void {
  if (all.filter(({ archived }) => !archived).length >= maxCustom.fields)
    throw fieldError('name', refusals.tooMany({ max: maxCustom.fields }));
}

const builtIn = new FieldNames(queryFields);
const labels = new Set(Object.values(bugFields).map(({ label }) => fold(label)));

/** @throws AppError 400 for a name that queries and screens use for something else */
function refuseReserved(name: string): void {
  if (builtIn.isKnown(name) || builtIn.facet(name) || labels.has(fold(name)))
    throw fieldError('name', refusals.nameReserved());
}

/** @throws AppError 400 */
async function refuseUnknownComponents(
  tx: Tx,
  ids: readonly string[],
  before: readonly string[],
): Promise<void> {
  const added = ids.filter((id) => !before.includes(id));
  if ((await queries.knownComponents(tx, added)).length < added.length)
    throw fieldError('components', refusals.unknownComponent());
}

/** The options that a field is to have: those that were left out are archived. @throws AppError 400 */
function optionsAfter(
  kind: CustomField['kind'],
  given: NonNullable<Edit['options']>,
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
  const names = all.map(({ name }) => fold(name));
  const twice = all.find(({ name }, i) => names.indexOf(fold(name)) !== i);
  if (twice) throw refuse(refusals.optionTaken({ name: twice.name }));
  if (all.length > maxCustom.options) throw refuse(refusals.tooManyOptions({ max: maxCustom.options }));
  if (all.every(({ archived }) => archived)) throw refuse(refusals.noOptions());
  return all;
}

/** The default without options that bugs no longer get. */
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

/** The default of a field as a request would set it, options named by id. @throws AppError 400 */
async function initialOf(tx: Tx, field: CustomField, given: CustomInput | null): Promise<CustomInput | null> {
  if (contract.isEmptyInput(given)) return null;
  const usable = field.options.filter(({ archived }) => !archived);
  const ids = new Map(usable.flatMap(({ _id, name }) => [[_id, _id] as const, [fold(name), _id] as const]));
  const idOf = (text: string) => ids.get(text) ?? ids.get(fold(text)) ?? '';
  const named = Array.isArray(given) ? given.map(idOf) : idOf(String(given));
  const { data } = contract
    .customInputSchema(field)
    .safeParse(contract.hasOptions(field.kind) ? named : given);
  const isKnown =
    data !== undefined && (field.kind !== 'person' || (await peopleWithIds(tx, [String(data)])).size > 0);
  if (!isKnown) throw fieldError('initial', refusals.notInitial());
  return data;
}
