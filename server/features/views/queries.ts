import { sql } from 'kysely';
import { nameKey } from '#contract/bugs/search.ts';
import type { View, ViewColumn, ViewPlace } from '#contract/bugs/views.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import type { SavedQuery } from '#server/finding/references.ts';

/** A saved view, without the settings of each user. Its query is as typed. */
export type SavedView = Omit<View, 'isPinned'> & {
  /** What the query names; null if the view was saved before that was stored. */
  readonly named: SavedQuery['named'] | null;
};
/** What is saved of a view, except its owner. */
type ViewContent = Omit<SavedView, '_id' | 'owner'>;

type Row = Omit<Schema['saved_views'], 'name_key'> & { owner_name: string };

function toView(row: Row): SavedView {
  return {
    _id: row.id,
    name: row.name,
    query: row.query,
    named: row.named === null ? null : (JSON.parse(row.named) as SavedQuery['named']),
    sort: row.sort as View['sort'],
    columns: row.columns === null ? null : (JSON.parse(row.columns) as ViewColumn[]),
    group: row.group_by,
    isShared: row.is_shared === 1,
    owner: { _id: row.owner_id, name: row.owner_name },
  };
}

const select = (db: Db) =>
  db
    .selectFrom('saved_views as views')
    .innerJoin('users', 'users.id', 'views.owner_id')
    .select([
      'views.id',
      'views.owner_id',
      'views.name',
      'views.query',
      'views.named',
      'views.sort',
      'views.columns',
      'views.group_by',
      'views.is_shared',
      'users.name as owner_name',
    ]);

/** The user's own views and those that others share, by name. */
export async function visibleViews(db: Db, me: string): Promise<SavedView[]> {
  const rows = await select(db)
    .where((eb) => eb.or([eb('views.owner_id', '=', me), eb('views.is_shared', '=', 1)]))
    .orderBy('views.name_key')
    .orderBy('views.id')
    .execute();
  return rows.map(toView);
}

/** The queries of views that were saved before the names in them were stored. */
export async function queriesWithoutNamed(db: Db): Promise<readonly { _id: string; query: string }[]> {
  return db.selectFrom('saved_views').select(['id as _id', 'query']).where('named', 'is', null).execute();
}

/** Stores what the query of a view names, unless that was stored. */
export async function storeNamed(tx: Tx, id: string, { query, named }: SavedQuery): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ named: JSON.stringify(named) })
    .where('id', '=', id)
    .where('query', '=', query)
    .where('named', 'is', null)
    .execute();
}

/** The places of a user's views, in their order. */
export async function placesOf(db: Db, me: string): Promise<ViewPlace[]> {
  const rows = await db
    .selectFrom('view_places')
    .select(['view', 'is_pinned'])
    .where('user_id', '=', me)
    .orderBy('position')
    .execute();
  return rows.map(({ view, is_pinned: isPinned }) => ({ _id: view, isPinned: isPinned === 1 }));
}

/** The view, locked until the transaction ends. */
export async function lockView(tx: Tx, id: string): Promise<SavedView | undefined> {
  if (engineOf(tx).transactionsOverlap)
    await tx.selectFrom('saved_views').select('id').where('id', '=', id).forUpdate().execute();
  const row = await select(tx).where('views.id', '=', id).executeTakeFirst();
  return row && toView(row);
}

/** Waits for other transactions that add or share views, and blocks them until this one ends. */
export async function holdViews(tx: Tx): Promise<void> {
  for (const statement of engineOf(tx).holdViews) await statement.execute(tx);
}

export interface ViewCounts {
  readonly own: number;
  readonly ownShared: number;
  /** Of all users. */
  readonly shared: number;
}

/** How many views a user has and shares, and how many all users share. */
export async function countViews(tx: Tx, me: string): Promise<ViewCounts> {
  const { own, ownShared, shared } = await tx
    .selectFrom('saved_views')
    .select([
      sql<number | string | null>`sum(case when owner_id = ${me} then 1 else 0 end)`.as('own'),
      sql<number | string | null>`sum(case when owner_id = ${me} then is_shared else 0 end)`.as('ownShared'),
      sql<number | string | null>`sum(is_shared)`.as('shared'),
    ])
    .executeTakeFirstOrThrow();
  return { own: Number(own ?? 0), ownShared: Number(ownShared ?? 0), shared: Number(shared ?? 0) };
}

/** Saves a view. For a taken name, throws the error of the unique constraint. */
export async function insertView(tx: Tx, ownerId: string, content: ViewContent): Promise<string> {
  const id = newId();
  await tx
    .insertInto('saved_views')
    .values({ id, owner_id: ownerId, ...columnsOf(content) })
    .execute();
  return id;
}

/** Stores all of the view. For a taken name, throws the error of the unique constraint. */
export async function updateView(tx: Tx, id: string, content: ViewContent): Promise<void> {
  await tx.updateTable('saved_views').set(columnsOf(content)).where('id', '=', id).execute();
}

function columnsOf({ name, query, named, sort, columns, group, isShared }: ViewContent) {
  return {
    name,
    name_key: nameKey(name),
    query,
    named: named && JSON.stringify(named),
    sort,
    columns: columns && JSON.stringify(columns),
    group_by: group,
    is_shared: isShared ? 1 : 0,
  };
}

/** Deletes a view, with its places in the orders of users. */
export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('view_places').where('view', '=', id).execute();
  await tx.deleteFrom('saved_views').where('id', '=', id).execute();
}

/** Stores a user's order of views in place of the earlier one. */
export async function storePlaces(tx: Tx, me: string, places: readonly ViewPlace[]): Promise<void> {
  // All transactions lock the rows in the same order, so that two requests of a user cannot deadlock.
  const rows = places
    .map(({ _id, isPinned }, position) => ({
      user_id: me,
      view: _id,
      position,
      is_pinned: isPinned ? 1 : 0,
    }))
    .toSorted((one, other) => (one.view < other.view ? -1 : 1));
  await tx
    .deleteFrom('view_places')
    .where('user_id', '=', me)
    .$if(rows.length > 0, (query) =>
      query.where(
        sql<boolean>`not (${engineOf(tx).isAmong('view', JSON.stringify(rows.map(({ view }) => view)), 'text')})`,
      ),
    )
    .execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('view_places')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'view']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        is_pinned: eb.ref('excluded.is_pinned'),
      })),
    )
    .execute();
}
