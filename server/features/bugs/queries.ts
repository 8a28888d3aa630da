import type { Bug } from '#contract/bugs/bugs.ts';
import type { BugInputs, SpecifiedName } from '#contract/bugs/bug-fields.ts';
import { type Counted, countChange } from '#server/engine/bugs/bug-counts.ts';
import { compiledWrite } from '#server/engine/compiled.ts';
import type { NewNumber } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Schema, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import { columnFields } from './columns.ts';

type Columns = Schema['bugs'];

/** The inputs stored in columns of `bugs`. */
type ColumnInputs = Pick<BugInputs, SpecifiedName>;

/** The columns that store these inputs. */
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
    title_marked: value('title_marked'),
    description_marked: value('description_marked'),
    status: value('status'),
    priority: value('priority'),
    assigned_to: value('assigned_to'),
    created_by: value('created_by'),
    created_at: value('created_at'),
    updated_at: value('updated_at'),
    version: value('version'),
  }),
);

/** Adds a bug and returns its id; the statement is awaited before the commit. */
export function insertBug(
  tx: Tx,
  { number, creatorId, at }: NewNumber & { creatorId: string },
  fields: ColumnInputs,
): string {
  const id = newId();
  const row = { ...(columnsOf(fields) as Columns), number, id, created_by: creatorId, version: 1 };
  beforeCommit(tx, insertRow(tx, { ...row, created_at: at, updated_at: at }));
  if (fields.status === 'resolved') beforeCommit(tx, insertResolution(tx, id, at));
  countChange(tx, undefined, { ...fields, createdBy: creatorId });
  return id;
}

/** The fields by which a bug is counted. */
function counted({ status, priority, assignedTo, createdBy }: Bug): Counted {
  return { status, priority, assignedTo: assignedTo?._id ?? null, createdBy: createdBy._id };
}

const updateRow = compiledWrite<Columns, unknown, readonly string[]>((tx, value, columns) =>
  tx
    .updateTable('bugs')
    .set(Object.fromEntries(columns.map((column) => [column, value(column as keyof Columns)])))
    .where('id', '=', value('id')),
);

/** Updates the stored bug, which gets the next version; the statement is awaited before the commit. */
export function updateBug(tx: Tx, bug: Bug, changes: Partial<ColumnInputs>, at: string): void {
  const columns = { ...columnsOf(changes), updated_at: at, version: bug.version + 1 };
  beforeCommit(tx, updateRow(tx, { id: bug._id, ...columns } as Columns, Object.keys(columns)));
  const [was, is] = [bug.status === 'resolved', (changes.status ?? bug.status) === 'resolved'];
  if (is && !was) beforeCommit(tx, insertResolution(tx, bug._id, at));
  if (was && !is) beforeCommit(tx, deleteResolution(tx, bug._id));
  countChange(tx, counted(bug), { ...counted(bug), ...changes });
}

/** Deletes the stored bug; the statement is awaited before the commit. */
export function deleteBug(tx: Tx, bug: Bug): void {
  if (bug.status === 'resolved') beforeCommit(tx, deleteResolution(tx, bug._id));
  countChange(tx, counted(bug), undefined);
  beforeCommit(tx, tx.deleteFrom('bug_revisions').where('bug_id', '=', bug._id).execute());
  beforeCommit(tx, tx.deleteFrom('bugs').where('id', '=', bug._id).execute());
}

async function insertResolution(tx: Tx, bugId: string, at: string): Promise<void> {
  await tx.insertInto('resolutions').values({ bug_id: bugId, at }).execute();
}

async function deleteResolution(tx: Tx, bugId: string): Promise<void> {
  await tx.deleteFrom('resolutions').where('bug_id', '=', bugId).execute();
}
