import { type RawBuilder, sql } from 'kysely';
import type { LabelRef } from '#contract/classification/label-field.ts';
import type { Label } from '#contract/classification/labels.ts';
import { fold } from '#contract/bugs/search.ts';
import type { BugIds } from '#server/db/bugs/bugs.ts';
import { compiled } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import { newId } from '#server/db/id.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';
import { hideNamed } from '#server/named.ts';

/* A label without a `name_key` is deleted: histories of bugs still name it. */

const columns = ['id', 'name', 'color', 'description', 'archived_at'] as const;

type Row = Pick<Schema['labels'], (typeof columns)[number]>;

function toLabel({ id, name, color, description, archived_at: archivedAt }: Row): Label {
  return { _id: id, name, color, description, archived: archivedAt !== null };
}

const selectLabels = compiled<object, Row>((db) =>
  db.selectFrom('labels').select(columns).where('name_key', 'is not', null).orderBy('name_key'),
);

/** All labels, by name. */
export async function listLabels(db: Db): Promise<Label[]> {
  return (await selectLabels(db, {})).map(toLabel);
}

/** The labels with these ids, locked until the transaction ends, in the order of their ids. */
export async function lockLabels(tx: Tx, ids: readonly string[]): Promise<Label[]> {
  const rows = await tx
    .selectFrom('labels')
    .select(columns)
    .where('id', 'in', ids)
    .where('name_key', 'is not', null)
    .orderBy('id')
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate())
    .execute();
  return rows.map(toLabel);
}

type Fields = Omit<Label, '_id' | 'archived'>;

/** Adds a label; a taken name fails as the unique constraint does. */
export async function insertLabel(tx: Tx, { name, color, description }: Fields): Promise<Label> {
  const row = { id: newId(), name, color, description, archived_at: null };
  await tx
    .insertInto('labels')
    .values({ ...row, name_key: fold(name), merged_into: null })
    .execute();
  return toLabel(row);
}

/** Stores all of the label; a taken name fails as the unique constraint does. */
export async function updateLabel(
  tx: Tx,
  { _id, name, color, description }: Label,
  archivedAt: string | null,
): Promise<void> {
  await tx
    .updateTable('labels')
    .set({ name, name_key: fold(name), color, description, archived_at: archivedAt })
    .where('id', '=', _id)
    .execute();
}

/** Hides the label, and takes it off all bugs. */
export async function deleteLabel(tx: Tx, id: string): Promise<void> {
  await hideNamed(tx, 'labels', id);
  await tx.deleteFrom('bug_labels').where('label_id', '=', id).execute();
}

/** Replaces a label of bugs by another one, which is stored for requests that still name the merged label. */
export async function mergeLabel(tx: Tx, from: string, into: string): Promise<void> {
  await tx
    .updateTable('labels')
    .set({ merged_into: into })
    .where((eb) => eb.or([eb('id', '=', from), eb('merged_into', '=', from)]))
    .execute();
  await tx
    .updateTable('bug_labels')
    .set({ label_id: into })
    .where('label_id', '=', from)
    .where('bug_id', 'not in', (eb) =>
      eb.selectFrom('bug_labels').select('bug_id').where('label_id', '=', into),
    )
    .execute();
}

/** The labels of the row `bugs`, as JSON. */
export function labelsOfBug(db: Db): RawBuilder<string> {
  const { jsonArrayOf } = engineOf(db);
  const labels = jsonArrayOf(
    { _id: 'labels.id', name: 'labels.name', color: 'labels.color' },
    'labels.name_key',
  );
  return sql<string>`(select ${labels} from bug_labels join labels on labels.id = bug_labels.label_id
    where bug_labels.bug_id = bugs.id)`;
}

export const hasNoLabel = sql<boolean>`not exists (select 1 from bug_labels where bug_labels.bug_id = bugs.id)`;

/** The bugs that have labels. */
export const bugsWithLabels: BugIds = sql`select bug_id from bug_labels`;

/** The bugs that have one of these labels, a JSON array of ids. */
export function bugsWithLabel(db: Db, ids: RawBuilder<unknown>): BugIds {
  return sql`select bug_labels.bug_id from bug_labels where ${engineOf(db).isAmong('bug_labels.label_id', ids, 'uuid')}`;
}

/** Whether the row `bugs` has one of these labels, a JSON array of ids. */
export function hasLabel(db: Db, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (${bugsWithLabel(db, ids)} and bug_labels.bug_id = bugs.id)`;
}

/** The state of a label for a bug that gets it. */
interface Candidate {
  readonly ref: LabelRef;
  /** The name in the form by which labels are sorted. */
  readonly key: Buffer;
  /** The label that took its bugs, where it was merged. */
  readonly mergedInto: string | null;
  /** Whether bugs can get it. */
  readonly isUsable: boolean;
}

type Candidates = ReadonlyMap<string, Candidate>;

/** These labels and those that they were merged into, by id, locked until the transaction ends. */
export async function candidates(tx: Tx, ids: readonly string[]): Promise<Candidates> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('labels')
    .select(['id', 'name', 'color', 'name_key', 'archived_at', 'merged_into'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', ids),
        eb(
          'id',
          'in',
          eb.selectFrom('labels as merged').select('merged.merged_into').where('merged.id', 'in', ids),
        ),
      ]),
    )
    .orderBy('id')
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forShare())
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ref: { _id: row.id, name: row.name, color: row.color },
        key: Buffer.from(row.name_key ?? ''),
        mergedInto: row.merged_into,
        isUsable: row.name_key !== null && row.archived_at === null,
      },
    ]),
  );
}

/** The labels with these ids, sorted as on bugs: by the bytes of UTF-8, like in the database. */
export function refsOf(labels: Candidates, ids: readonly string[]): LabelRef[] {
  return ids
    .map((id) => labels.get(id))
    .filter((label) => label !== undefined)
    .toSorted((one, other) => Buffer.compare(one.key, other.key))
    .map(({ ref }) => ref);
}

export async function addLabels(tx: Tx, bugId: string, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({ bug_id: bugId, label_id: id }));
  // A merge of labels, which does not lock the bug, may have added one meanwhile.
  await tx
    .insertInto('bug_labels')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeLabels(tx: Tx, bugId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('bug_labels').where('bug_id', '=', bugId).where('label_id', 'in', ids).execute();
}

/** The labels with these ids, deleted ones included, by name. */
export async function labelsWithIds(db: Db, ids: readonly string[]): Promise<LabelRef[]> {
  if (ids.length === 0) return [];
  const labels = await db
    .selectFrom('labels')
    .select(['id as _id', 'name', 'color'])
    .where(engineOf(db).isAmong('id', JSON.stringify(ids), 'uuid'))
    .execute();
  return labels.toSorted((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));
}
