import { sql } from 'kysely';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import type { CustomField, CustomOption } from '#contract/classification/custom-fields.ts';
import { nameKey } from '#contract/bugs/search.ts';
import { compiled } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import { formerNames, noteRename } from '#server/named.ts';

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

const selectFields = compiled<object, Row>((db) => {
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
});

/** All fields in their order, without their options. */
export async function bareFields(db: Db): Promise<BareField[]> {
  return (await selectFields(db, {})).map(toField);
}

const selectOptions = (db: Db) =>
  db
    .selectFrom('custom_options')
    .select(['id', 'field_id', 'name', 'position', 'archived_at'])
    .orderBy('field_id')
    .orderBy('position')
    .orderBy('id');

const toOption = (row: Pick<Schema['custom_options'], 'id' | 'name' | 'archived_at'>): CustomOption => ({
  _id: row.id,
  name: row.name,
  archived: row.archived_at !== null,
});

/** All fields in their order, without their options, with their former names. */
export async function fieldsOfQueries(db: Db): Promise<BareField[]> {
  const [fields, rows] = await Promise.all([bareFields(db), selectFormerNames(db, {})]);
  if (rows.length === 0) return fields;
  const taken = new Set(fields.map(({ name }) => nameKey(name)));
  // If several fields had a name, it leads to the last one.
  const free = rows.filter(({ name }) => !taken.has(name) && taken.add(name));
  const names = Map.groupBy(free, ({ _id }) => _id);
  return fields.map((field) => {
    const former = names.get(field._id)?.map(({ name }) => name);
    return former ? { ...field, formerNames: former } : field;
  });
}

const selectFormerNames = compiled<object, { _id: string; name: string }>((db) =>
  formerNames(db).where('target_id', 'in', db.selectFrom('custom_fields').select('id')),
);

/** All fields in their order. */
export async function listFields(db: Db): Promise<CustomField[]> {
  const [fields, options] = await Promise.all([fieldsOfQueries(db), selectOptions(db).execute()]);
  const byField = Map.groupBy(options, (option) => option.field_id);
  return fields.map((field, position) => ({
    ...field,
    options: (byField.get(field._id) ?? []).map(toOption),
    position,
  }));
}

/** The options of a field in their order. */
export async function optionsOf(db: Db, fieldId: string): Promise<CustomOption[]> {
  return (await selectOptions(db).where('field_id', '=', fieldId).execute()).map(toOption);
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

/** Stores all options of a field in this order. An option without an id is new. */
export async function setOptions(
  tx: Tx,
  fieldId: string,
  { options, known, at }: { options: readonly OptionInput[]; known: readonly CustomOption[]; at: Date },
): Promise<CustomOption[]> {
  // Names may have been swapped, and must be unique after each statement.
  const renamed = known.filter(({ _id, name }) =>
    options.some((option) => option._id === _id && nameKey(option.name) !== nameKey(name)),
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
    const isChanged = before?.archived !== archived;
    const archiving = isChanged && { archived_at: archived ? at.toISOString() : null };
    const row = { name, name_key: nameKey(name), position, ...archiving };
    if (before) {
      await tx.updateTable('custom_options').set(row).where('id', '=', id).execute();
      await noteRename(tx, before, name, at);
    } else
      await tx
        .insertInto('custom_options')
        .values({ id, field_id: fieldId, ...row })
        .execute();
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

/** The options with these ids. */
export async function optionsWithIds(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownOption>> {
  if (ids.length === 0) return new Map();
  const { isAmong } = engineOf(db);
  const rows = await selectOptions(db)
    .where(isAmong('id', JSON.stringify(ids), 'uuid'))
    .execute();
  return new Map(
    rows.map(({ id, name, position, field_id: fieldId, archived_at: at }) => [
      id,
      { ref: { _id: id, name }, fieldId, position, isUsable: at === null },
    ]),
  );
}
