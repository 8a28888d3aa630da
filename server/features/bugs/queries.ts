import { type RawBuilder, sql } from 'kysely';
import { type Bug, type Priority, type Status, priorities, statuses } from '#contract/bugs.ts';
import { fold } from '#contract/search.ts';
import { compiled, compiledWrite } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import { newId } from '#server/db/id.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';
import { type Counted, countChange } from '#server/db/bug-counts.ts';
import { countDays } from '#server/db/bug-days.ts';

/** What a bug is made of, as its creator or editor gives it. */
export interface BugFields {
  title: string;
  description: string;
  status: Status;
  priority: Priority;
  /** A user's id, or nobody. */
  assignedTo: string | null;
}

/**
 * Bugs with the names that belong to them, from the table or from a part of it. The joins find exactly one user each;
 * being left ones, they leave the order to the bugs.
 */
export function selectBugs(db: Db, source: RawBuilder<Schema['bugs']> = sql`bugs`) {
  return db
    .selectFrom(source.as('bugs'))
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

export type BugRow = Awaited<ReturnType<ReturnType<typeof selectBugs>['executeTakeFirstOrThrow']>>;

export function toBug(row: BugRow): Bug {
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

const selectBug = compiled<{ id: string }, BugRow>((db, value) =>
  selectBugs(db).where('bugs.id', '=', value('id')),
);

export async function findBug(db: Db, id: string): Promise<Bug | undefined> {
  const [row] = await selectBug(db, { id });
  return row && toBug(row);
}

const selectBugToChange = compiled<{ id: string }, BugRow>((db, value) =>
  selectBugs(db)
    .where('bugs.id', '=', value('id'))
    .$if(engineOf(db).locksRows, (query) => query.forUpdate('bugs')),
);

/** The bug as it stays until the transaction ends, as nobody else can change it meanwhile. */
export async function findBugToChange(tx: Tx, id: string): Promise<Bug | undefined> {
  const [row] = await selectBugToChange(tx, { id });
  return row && toBug(row);
}

const selectUser = compiled<{ id: string }, { id: string }>((db, value) =>
  db.selectFrom('users').select('id').where('id', '=', value('id')),
);

export async function userExists(db: Db, id: string): Promise<boolean> {
  return (await selectUser(db, { id })).length > 0;
}

const countUp = compiledWrite<object, { value: number }>((tx) =>
  tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'bugs')
    .returning('value'),
);

/** The next bug's number; from here to the commit, nobody else gets one. */
export async function nextNumber(tx: Tx): Promise<number> {
  const [counter] = await countUp(tx, {});
  if (!counter) throw new Error('The counter of bugs is gone');
  return counter.value;
}

const selectNewest = compiled<object, { created_at: string }>((db) =>
  db
    .selectFrom('bugs')
    .select('created_at')
    .where('number', '=', (eb) =>
      eb.selectFrom('bugs as newest').select((of) => of.fn.max('newest.number').as('number')),
    ),
);

/** When the newest bug was created. */
export async function newestCreation(db: Db): Promise<string | undefined> {
  const [newest] = await selectNewest(db, {});
  return newest?.created_at;
}

type Columns = Schema['bugs'];

/** The columns for these fields of a bug. */
function columnsOf({ title, description, status, priority, assignedTo }: Partial<BugFields>) {
  return {
    ...(title !== undefined && { title, title_fold: fold(title) }),
    ...(description !== undefined && { description, description_fold: fold(description) }),
    ...(status !== undefined && { status: statuses.indexOf(status) }),
    ...(priority !== undefined && { priority: priorities.indexOf(priority) }),
    ...(assignedTo !== undefined && { assigned_to: assignedTo }),
  };
}

const insertRow = compiledWrite<Columns>((tx, value) =>
  tx.insertInto('bugs').values({
    number: value('number'),
    id: value('id'),
    title: value('title'),
    description: value('description'),
    title_fold: value('title_fold'),
    description_fold: value('description_fold'),
    status: value('status'),
    priority: value('priority'),
    assigned_to: value('assigned_to'),
    created_by: value('created_by'),
    created_at: value('created_at'),
    updated_at: value('updated_at'),
    version: value('version'),
  }),
);

/** Adds a bug and returns its id. */
export async function insertBug(
  tx: Tx,
  { number, creatorId, at }: { number: number; creatorId: string; at: string },
  fields: BugFields,
): Promise<string> {
  const id = newId();
  await insertRow(tx, {
    ...(columnsOf(fields) as Required<ReturnType<typeof columnsOf>>),
    number,
    id,
    created_by: creatorId,
    created_at: at,
    updated_at: at,
    version: 1,
  });
  await countChange(tx, undefined, { ...fields, createdBy: creatorId });
  await countDays(tx, { before: undefined, after: { _id: id, status: fields.status, createdAt: at }, at });
  return id;
}

/** As it is counted. */
function counted({ status, priority, assignedTo, createdBy }: Bug): Counted {
  return { status, priority, assignedTo: assignedTo?._id ?? null, createdBy: createdBy._id };
}

const updateRow = compiledWrite<Columns, unknown, readonly string[]>((tx, value, columns) =>
  tx
    .updateTable('bugs')
    .set(Object.fromEntries(columns.map((column) => [column, value(column as keyof Columns)])))
    .where('id', '=', value('id')),
);

/** Changes the bug as it is stored, which gets the next version. */
export async function updateBug(tx: Tx, bug: Bug, changes: Partial<BugFields>, at: string): Promise<void> {
  const columns = { ...columnsOf(changes), updated_at: at, version: bug.version + 1 };
  await updateRow(tx, { id: bug._id, ...columns } as Columns, Object.keys(columns));
  await countChange(tx, counted(bug), { ...counted(bug), ...changes });
  await countDays(tx, { before: bug, after: { ...bug, status: changes.status ?? bug.status }, at });
}

const deleteRow = compiledWrite<{ id: string }>((tx, value) =>
  tx.deleteFrom('bugs').where('id', '=', value('id')),
);

/** Deletes the bug as it is stored. */
export async function deleteBug(tx: Tx, bug: Bug): Promise<void> {
  await countChange(tx, counted(bug), undefined);
  await countDays(tx, { before: bug, after: undefined, at: bug.updatedAt });
  await deleteRow(tx, { id: bug._id });
}
