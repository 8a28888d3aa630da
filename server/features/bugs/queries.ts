import { expressionBuilder } from 'kysely';
import {
  type Bug,
  type BugFilter,
  type Priority,
  type Status,
  priorities,
  statuses,
} from '#contract/bugs.ts';
import { fold } from '#contract/search.ts';
import { engineOf } from '#server/db/dialect.ts';
import { newId } from '#server/db/id.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';
import { type Position, sortOrder } from './order.ts';

/** What a bug is made of, as its creator or editor gives it. */
export interface BugFields {
  title: string;
  description: string;
  status: Status;
  priority: Priority;
  /** A user's id, or nobody. */
  assignedTo: string | null;
}

/** Bugs with the names that belong to them. The joins find exactly one user each; being left ones, they leave the order to the bugs. */
function selectBugs(db: Db) {
  return db
    .selectFrom('bugs')
    .leftJoin('users as creator', 'creator.id', 'bugs.created_by')
    .leftJoin('users as assignee', 'assignee.id', 'bugs.assigned_to')
    .select([
      'bugs.id',
      'bugs.number',
      'bugs.title',
      'bugs.description',
      'bugs.status',
      'bugs.priority',
      'bugs.assigned_to',
      'assignee.name as assignee_name',
      'bugs.created_by',
      'creator.name as creator_name',
      'bugs.created_at',
      'bugs.updated_at',
      'bugs.version',
    ]);
}

type BugRow = Awaited<ReturnType<ReturnType<typeof selectBugs>['executeTakeFirstOrThrow']>>;

function toBug(row: BugRow): Bug {
  return {
    _id: row.id,
    number: row.number,
    title: row.title,
    description: row.description,
    status: statuses[row.status] as Status,
    priority: priorities[row.priority] as Priority,
    assignedTo: row.assigned_to === null ? null : { _id: row.assigned_to, name: row.assignee_name ?? '' },
    createdBy: { _id: row.created_by, name: row.creator_name ?? '' },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

export async function findBug(db: Db, id: string): Promise<Bug | undefined> {
  const row = await selectBugs(db).where('bugs.id', '=', id).executeTakeFirst();
  return row && toBug(row);
}

/** The bug as it stays until the transaction ends, as nobody else can change it meanwhile. */
export async function findBugToChange(tx: Tx, id: string): Promise<Bug | undefined> {
  const row = await selectBugs(tx)
    .where('bugs.id', '=', id)
    .$if(engineOf(tx).locksRows, (query) => query.forUpdate('bugs'))
    .executeTakeFirst();
  return row && toBug(row);
}

/** A filter whose `me` is already replaced by an id; `assignedTo: null` finds what nobody is assigned to. */
export interface BugConditions extends Omit<BugFilter, 'assignedTo' | 'createdBy'> {
  assignedTo?: string | null | undefined;
  createdBy?: string | undefined;
}

function matching(db: Db, { status, priority, q, assignedTo, createdBy }: BugConditions) {
  const eb = expressionBuilder<Schema, 'bugs'>();
  const needle = fold(q ?? '');
  const terms = [
    status !== undefined && eb('bugs.status', '=', statuses.indexOf(status)),
    priority !== undefined && eb('bugs.priority', '=', priorities.indexOf(priority)),
    assignedTo !== undefined && eb('bugs.assigned_to', assignedTo === null ? 'is' : '=', assignedTo),
    createdBy !== undefined && eb('bugs.created_by', '=', createdBy),
    needle !== '' && engineOf(db).containing(needle),
  ];
  return eb.and(terms.filter((term) => term !== false));
}

/** Up to `limit` bugs that meet the conditions, in their order, from behind the position on. */
export async function listBugs(
  db: Db,
  filter: BugConditions,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<Bug[]> {
  const { column, descending } = sortOrder(filter.sort);
  const matches = selectBugs(db).where(matching(db, filter));
  const behind = descending ? '<' : '>';
  const direction = descending ? 'desc' : 'asc';
  if (column === 'number') {
    const rows = await matches
      .$if(after !== undefined, (query) => query.where('bugs.number', behind, after?.number ?? 0))
      .orderBy('bugs.number', direction)
      .limit(limit)
      .execute();
    return rows.map(toBug);
  }
  // Two ranges of one index: what is equal to the position, of which the newest come first, and what is behind it.
  const equal = after
    ? await matches
        .where(`bugs.${column}`, '=', after.key)
        .where('bugs.number', '<', after.number)
        .orderBy('bugs.number', 'desc')
        .limit(limit)
        .execute()
    : [];
  const rest = await matches
    .$if(after !== undefined, (query) => query.where(`bugs.${column}`, behind, after?.key ?? ''))
    .orderBy(`bugs.${column}`, direction)
    .orderBy('bugs.number', 'desc')
    .limit(limit - equal.length)
    .execute();
  return [...equal, ...rest].map(toBug);
}

/** How many bugs meet the conditions, counted no further than `most` where that is given. */
export async function countBugs(db: Db, filter: BugConditions, most?: number): Promise<number> {
  const { bugs } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('bugs')
        .select('bugs.number')
        .where(matching(db, filter))
        .$if(most !== undefined, (query) => query.limit(most ?? 0))
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('bugs'))
    .executeTakeFirstOrThrow();
  return Number(bugs);
}

export async function userExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The next bug's number; from here to the commit, nobody else gets one. */
export async function nextNumber(tx: Tx): Promise<number> {
  const { value } = await tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'bugs')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/** When the newest bug was created. */
export async function newestCreation(db: Db): Promise<string | undefined> {
  const newest = await db
    .selectFrom('bugs')
    .select('created_at')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.created_at;
}

function columns({ title, description, status, priority, assignedTo }: Partial<BugFields>) {
  return {
    ...(title !== undefined && { title, title_fold: fold(title) }),
    ...(description !== undefined && { description, description_fold: fold(description) }),
    ...(status !== undefined && { status: statuses.indexOf(status) }),
    ...(priority !== undefined && { priority: priorities.indexOf(priority) }),
    ...(assignedTo !== undefined && { assigned_to: assignedTo }),
  };
}

/** Adds a bug and returns its id. */
export async function insertBug(
  tx: Tx,
  { number, creatorId, at }: { number: number; creatorId: string; at: string },
  fields: BugFields,
): Promise<string> {
  const { title, description, status, priority } = fields;
  const id = newId();
  await tx
    .insertInto('bugs')
    .values({
      number,
      id,
      title,
      description,
      title_fold: fold(title),
      description_fold: fold(description),
      status: statuses.indexOf(status),
      priority: priorities.indexOf(priority),
      assigned_to: fields.assignedTo,
      created_by: creatorId,
      created_at: at,
      updated_at: at,
      version: 1,
    })
    .execute();
  return id;
}

/** Changes the bug, which gets the next version. */
export async function updateBug(
  tx: Tx,
  { _id, version }: Pick<Bug, '_id' | 'version'>,
  changes: Partial<BugFields>,
  at: string,
): Promise<void> {
  await tx
    .updateTable('bugs')
    .set({ ...columns(changes), updated_at: at, version: version + 1 })
    .where('id', '=', _id)
    .execute();
}

export async function deleteBug(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('bugs').where('id', '=', id).execute();
}
