import { sql } from 'kysely';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import type { CustomField, CustomOption } from '#contract/classification/custom-fields.ts';
import { fold } from '#contract/bugs/search.ts';
import { compiled } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import { newId } from '#server/db/id.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';

/* The fields that admins define. */

const columns = ['id', 'name', 'kind', 'is_required', 'initial', 'archived_at'] as const;

type Row = Pick<Schema['custom_fields'], (typeof columns)[number]> & { components: string };

/** A field without its place and its options. */
export type BareField = Omit<CustomField, 'position' | 'options'>;

function toField({ id, name, kind, initial, components, ...row }: Row): BareField {
  return {
    _id: id,
    name,
    kind,
    isRequired: row.is_required === 1,
    initial: initial === null ? null : (JSON.parse(initial) as CustomInput),
    components: (JSON.parse(components) as { _id: string }[]).map(({ _id }) => _id),
    archived: row.archived_at !== null,
  };
}

function selectFields(db: Db) {
  const components = engineOf(db).jsonArrayOf({ _id: 'component_id' }, 'component_id');
  return db
    .selectFrom('custom_fields')
    .select(columns)
    .select(
      sql<string>`(select ${components} from custom_field_components where field_id = custom_fields.id)`.as(
        'components',
      ),
    )
    .orderBy('position')
    .orderBy('id');
}

const selectBare = compiled<object, Row>(selectFields);

/** All fields in their order, without their options. */
export async function bareFields(db: Db): Promise<BareField[]> {
  return (await selectBare(db, {})).map(toField);
}

type OptionRow = Pick<Schema['custom_options'], 'id' | 'field_id' | 'name' | 'archived_at'>;

function selectOptions(db: Db) {
  return db
    .selectFrom('custom_options')
    .select(['id', 'field_id', 'name', 'archived_at'])
    .orderBy('field_id')
    .orderBy('position')
    .orderBy('id');
}

const selectAllOptions = compiled<object, OptionRow>(selectOptions);

/** All fields in their order. */
export async function listFields(db: Db): Promise<CustomField[]> {
  const [fields, options] = await Promise.all([bareFields(db), selectAllOptions(db, {})]);
  const byField = Map.groupBy(options, (option) => option.field_id);
  return fields.map((field, position) => ({
    ...field,
    options: (byField.get(field._id) ?? []).map(toOption),
    position,
  }));
}

const toOption = ({ id, name, archived_at: at }: OptionRow): CustomOption => ({
  _id: id,
  name,
  archived: at !== null,
});

const selectOptionsOf = compiled<{ field: string }, OptionRow>((db, value) =>
  selectOptions(db).where('field_id', '=', value('field')),
);

/** The options of a field in their order. */
export async function optionsOf(db: Db, fieldId: string): Promise<CustomOption[]> {
  return (await selectOptionsOf(db, { field: fieldId })).map(toOption);
}

/** All fields as they stay until the transaction ends, in their order. */
export async function lockFields(tx: Tx): Promise<CustomField[]> {
  if (engineOf(tx).transactionsOverlap)
    await sql`lock table custom_fields in share row exclusive mode`.execute(tx);
  return listFields(tx);
}

/** Adds a field after all others; a taken name fails as the unique constraint does. */
export async function insertField(tx: Tx, field: Omit<CustomField, '_id' | 'position'>): Promise<string> {
  const id = newId();
  await tx
    .insertInto('custom_fields')
    .values({
      id,
      kind: field.kind,
      ...columnsOf(field),
      archived_at: null,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from custom_fields)`,
    })
    .execute();
  return id;
}

const columnsOf = ({ name, isRequired, initial }: Pick<CustomField, 'name' | 'isRequired' | 'initial'>) => ({
  name,
  name_key: fold(name),
  is_required: isRequired ? 1 : 0,
  initial: initial === null ? null : JSON.stringify(initial),
});

/** Stores all of the field but its options and components; a taken name fails as the unique constraint does. */
export async function updateField(tx: Tx, field: CustomField, archivedAt: string | null): Promise<void> {
  await tx
    .updateTable('custom_fields')
    .set({ ...columnsOf(field), archived_at: archivedAt })
    .where('id', '=', field._id)
    .execute();
}

/** Stores which components a field is for. */
export async function setComponents(tx: Tx, fieldId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('custom_field_components').where('field_id', '=', fieldId).execute();
  if (ids.length === 0) return;
  await tx
    .insertInto('custom_field_components')
    .values(ids.map((id) => ({ field_id: fieldId, component_id: id })))
    .execute();
}

/** Those of the ids that belong to components that are not deleted. */
export async function knownComponents(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('components')
    .select('id')
    .where('id', 'in', ids)
    .where('name_key', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores all options of a field in this order; one without an id is new. */
export async function setOptions(
  tx: Tx,
  fieldId: string,
  { options, known, at }: { options: readonly OptionInput[]; known: readonly CustomOption[]; at: string },
): Promise<CustomOption[]> {
  // Names may have been swapped: they are unique at every moment.
  const renamed = known.filter(({ _id, name }) =>
    options.some((option) => option._id === _id && fold(option.name) !== fold(name)),
  );
  for (const { _id } of renamed)
    await tx
      .updateTable('custom_options')
      .set({ name_key: `\u0001${_id}` })
      .where('id', '=', _id)
      .execute();
  const stored: CustomOption[] = [];
  for (const [position, { _id, name, archived }] of options.entries()) {
    const before = known.find((one) => one._id === _id);
    const id = before?._id ?? newId();
    const row = { name, name_key: fold(name), position };
    if (before) {
      const isChanged = before.archived !== archived;
      await tx
        .updateTable('custom_options')
        .set({ ...row, ...(isChanged && { archived_at: archived ? at : null }) })
        .where('id', '=', id)
        .execute();
    } else {
      await tx
        .insertInto('custom_options')
        .values({ id, field_id: fieldId, ...row, archived_at: archived ? at : null })
        .execute();
    }
    stored.push({ _id: id, name, archived });
  }
  return stored;
}

/** The desired state of an option. */
export interface OptionInput {
  readonly _id: string | undefined;
  readonly name: string;
  readonly archived: boolean;
}

/** An option and its field. */
export interface KnownOption {
  readonly ref: { readonly _id: string; readonly name: string };
  readonly fieldId: string;
  readonly position: number;
  /** Whether bugs can get it. */
  readonly isUsable: boolean;
}

type KnownRow = OptionRow & { position: number };

const selectKnown = compiled<{ ids: string }, KnownRow>((db, value) =>
  db
    .selectFrom('custom_options')
    .select(['id', 'field_id', 'name', 'archived_at', 'position'])
    .where(engineOf(db).isAmong('id', sql`${value('ids')}`, 'uuid')),
);

/** The options with these ids. */
export async function optionsWithIds(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownOption>> {
  if (ids.length === 0) return new Map();
  const rows = await selectKnown(db, { ids: JSON.stringify(ids) });
  return new Map(
    rows.map(({ id, name, position, field_id: fieldId, archived_at: at }) => [
      id,
      { ref: { _id: id, name }, fieldId, position, isUsable: at === null },
    ]),
  );
}
