import type { Bug } from '#contract/bugs.ts';
import type { BugInputs, SpecifiedName } from '#contract/bug-fields.ts';
import { type Counted, countChange } from '#server/db/bug-counts.ts';
import { countDays } from '#server/db/bug-days.ts';
import { compiled, compiledWrite } from '#server/db/compiled.ts';
import { newId } from '#server/db/id.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';
import { columnFields } from './columns.ts';

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

/** What the columns of a bug are made of. */
export type ColumnInputs = Pick<BugInputs, SpecifiedName>;

/** The columns for these fields of a bug. */
function columnsOf(inputs: Partial<ColumnInputs>): Partial<Columns> {
  const columns = columnFields.map(({ name, columnsOf: of }) => {
    const input = inputs[name];
    return input === undefined ? {} : of(input);
  });
  return Object.assign({}, ...columns) as Partial<Columns>;
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
  fields: ColumnInputs,
): Promise<string> {
  const id = newId();
  await insertRow(tx, {
    ...(columnsOf(fields) as Columns),
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
export async function updateBug(tx: Tx, bug: Bug, changes: Partial<ColumnInputs>, at: string): Promise<void> {
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
