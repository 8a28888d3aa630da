import { type RawBuilder, sql } from 'kysely';
import type { ComponentRef } from '#contract/classification/component-field.ts';
import type { Component } from '#contract/classification/components.ts';
import { fold } from '#contract/bugs/search.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { compiled, compiledWrite } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import { newId } from '#server/db/id.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';

/* A component without a `name_key` is deleted: histories of bugs still name it. */

type Row = Pick<
  Schema['components'],
  'id' | 'name' | 'description' | 'owner_id' | 'template' | 'archived_at'
> & { owner_name: string | null };

function selectComponents(db: Db) {
  return db
    .selectFrom('components')
    .leftJoin('users as owner', 'owner.id', 'components.owner_id')
    .select([
      'components.id',
      'components.name',
      'components.description',
      'components.owner_id',
      'owner.name as owner_name',
      'components.template',
      'components.archived_at',
    ])
    .where('components.name_key', 'is not', null);
}

function toComponent({
  id,
  name,
  description,
  owner_id: ownerId,
  owner_name,
  template,
  ...row
}: Row): Component {
  const owner = ownerId === null ? null : { _id: ownerId, name: owner_name ?? '' };
  return { _id: id, name, description, owner, template, archived: row.archived_at !== null };
}

const selectAll = compiled<object, Row>((db) => selectComponents(db).orderBy('components.name_key'));

/** All components, by name. */
export async function listComponents(db: Db): Promise<Component[]> {
  return (await selectAll(db, {})).map(toComponent);
}

/** The component, locked until the transaction ends. */
export async function lockComponent(tx: Tx, id: string): Promise<Component | undefined> {
  const row = await selectComponents(tx)
    .where('components.id', '=', id)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate('components'))
    .executeTakeFirst();
  return row && toComponent(row);
}

type Fields = Omit<Component, '_id' | 'archived'>;

/** Adds a component; a taken name fails as the unique constraint does. */
export async function insertComponent(
  tx: Tx,
  { name, description, owner, template }: Fields,
): Promise<Component> {
  const _id = newId();
  await tx
    .insertInto('components')
    .values({
      id: _id,
      name,
      name_key: fold(name),
      description,
      owner_id: owner?._id ?? null,
      template,
      archived_at: null,
    })
    .execute();
  return { _id, name, description, owner, template, archived: false };
}

/** Stores all of the component; a taken name fails as the unique constraint does. */
export async function updateComponent(
  tx: Tx,
  { _id, name, description, owner, template }: Component,
  archivedAt: string | null,
): Promise<void> {
  await tx
    .updateTable('components')
    .set({
      name,
      name_key: fold(name),
      description,
      owner_id: owner?._id ?? null,
      template,
      archived_at: archivedAt,
    })
    .where('id', '=', _id)
    .execute();
}

/** Whether a bug has the component. */
export async function isInUse(db: Db, id: string): Promise<boolean> {
  const bug = await db
    .selectFrom('bugs')
    .select('id')
    .where('component_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return bug !== undefined;
}

/** The component of the row `bugs`, as JSON: an array that holds it, or nothing. */
export function componentOfBug(db: Db): RawBuilder<string> {
  const { jsonArrayOf } = engineOf(db);
  const refs = jsonArrayOf({ _id: 'components.id', name: 'components.name' }, 'components.id');
  return sql<string>`(select ${refs} from components where components.id = bugs.component_id)`;
}

/** The effect of a component on a bug that gets it. */
interface Candidate {
  readonly ref: ComponentRef;
  /** Whether bugs can get it. */
  readonly isUsable: boolean;
  /** The owner, unless the account is suspended. */
  readonly taker: UserRef | undefined;
}

interface CandidateRow {
  id: string;
  name: string;
  is_usable: number | boolean;
  taker_id: string | null;
  taker_name: string | null;
}

const selectCandidate = compiled<{ id: string }, CandidateRow>((db, value) =>
  db
    .selectFrom('components')
    .leftJoin('users as taker', (join) =>
      join.onRef('taker.id', '=', 'components.owner_id').on('taker.suspended_at', 'is', null),
    )
    .select(['components.id', 'components.name', 'taker.id as taker_id', 'taker.name as taker_name'])
    .select(
      sql<number | boolean>`components.name_key is not null and components.archived_at is null`.as(
        'is_usable',
      ),
    )
    .where('components.id', '=', value('id'))
    .$if(engineOf(db).transactionsOverlap, (query) => query.forShare('components')),
);

/** The component with this id, locked until the transaction ends. */
export async function candidate(tx: Tx, id: string): Promise<Candidate | undefined> {
  const [row] = await selectCandidate(tx, { id });
  if (!row) return undefined;
  const { name, is_usable: isUsable, taker_id: takerId, taker_name: takerName } = row;
  return {
    ref: { _id: id, name },
    isUsable: Boolean(isUsable),
    taker: takerId === null ? undefined : { _id: takerId, name: takerName ?? '' },
  };
}

/** Stores the component of a bug; the statement is awaited before the commit. */
export const setComponent = compiledWrite<Pick<Schema['bugs'], 'id' | 'component_id'>>((tx, value) =>
  tx
    .updateTable('bugs')
    .set({ component_id: value('component_id') })
    .where('id', '=', value('id')),
);

/** The components with these ids, deleted ones included. */
export async function refsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ComponentRef>> {
  if (ids.length === 0) return new Map();
  const refs = await db
    .selectFrom('components')
    .select(['id as _id', 'name'])
    .where(engineOf(db).isAmong('id', JSON.stringify([...new Set(ids)]), 'uuid'))
    .execute();
  return new Map(refs.map((ref) => [ref._id, ref]));
}
