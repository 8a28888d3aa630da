import { sql } from 'kysely';
import { fold } from '#contract/bugs/search.ts';
import type { Version } from '#contract/classification/versions.ts';
import { compiled } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import { newId } from '#server/db/id.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';

/* A version without a `name_key` is deleted: histories of bugs still name it. */

const columns = ['id', 'name', 'description', 'state', 'day'] as const;

type Row = Pick<Schema['versions'], (typeof columns)[number]>;

/** A version without its place. */
export type Placeless = Omit<Version, 'position'>;

const toVersion = ({ id, name, description, state, day }: Row): Placeless => ({
  _id: id,
  name,
  description,
  state,
  date: day,
});

const selectVersions = compiled<object, Row>((db) =>
  db
    .selectFrom('versions')
    .select(columns)
    .where('name_key', 'is not', null)
    .orderBy('position')
    .orderBy('id'),
);

/** All versions in their order. */
export async function listVersions(db: Db): Promise<Version[]> {
  return (await selectVersions(db, {})).map((row, position) => ({ ...toVersion(row), position }));
}

/** All versions in their order, locked until the transaction ends. */
export async function lockVersions(tx: Tx): Promise<Version[]> {
  if (engineOf(tx).transactionsOverlap)
    await tx.selectFrom('versions').select('id').orderBy('id').forUpdate().execute();
  return listVersions(tx);
}

/** Adds a version before all others; a taken name fails as the unique constraint does. */
export async function insertVersion(tx: Tx, version: Omit<Placeless, '_id'>): Promise<string> {
  const id = newId();
  await tx
    .insertInto('versions')
    .values({
      id,
      ...columnsOf(version),
      position: sql<number>`(select coalesce(min(position), 1) - 1 from versions)`,
    })
    .execute();
  return id;
}

/** Stores all of the version; a taken name fails as the unique constraint does. */
export async function updateVersion(tx: Tx, version: Placeless): Promise<void> {
  await tx.updateTable('versions').set(columnsOf(version)).where('id', '=', version._id).execute();
}

function columnsOf({ name, description, state, date }: Omit<Placeless, '_id'>) {
  return { name, name_key: fold(name), description, state, day: date };
}

export async function isInUse(tx: Tx, id: string): Promise<boolean> {
  const [found, fixed] = await Promise.all(
    (['bug_found_in', 'bug_fixed_in'] as const).map((table) =>
      tx.selectFrom(table).select('bug_id').where('version_id', '=', id).limit(1).executeTakeFirst(),
    ),
  );
  return found !== undefined || fixed !== undefined;
}
