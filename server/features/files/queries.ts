import { sql } from 'kysely';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { compiled, compiledWrite } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';
import { beforeCommit } from '#server/db/transaction.ts';
import { batchSize } from '#server/jobs/batches.ts';

const insertRow = compiledWrite<Omit<Schema['files'], 'bug_id' | 'comment_id' | 'position' | 'deleted_at'>>(
  (tx, value) =>
    tx.insertInto('files').values({
      id: value('id'),
      sha256: value('sha256'),
      name: value('name'),
      size: value('size'),
      type: value('type'),
      width: value('width'),
      height: value('height'),
      created_by: value('created_by'),
      created_at: value('created_at'),
      bug_id: null,
      comment_id: null,
      position: 0,
      loose_since: value('loose_since'),
      deleted_at: null,
    }),
);

/** Adds an unattached upload, before the commit. */
export function insertFile(tx: Tx, { _id, createdBy, createdAt, ...file }: Omit<FileRef, 'url'>): void {
  const { sha256, name, size, type, width, height } = file;
  const row = { id: _id, sha256, name, size, type, width, height, created_by: createdBy._id };
  beforeCommit(tx, insertRow(tx, { ...row, created_at: createdAt, loose_since: createdAt }));
}

const addRow = compiledWrite<{ user_id: string; bytes: number }, { bytes: number }>((tx, value) =>
  tx
    .insertInto('file_usage')
    .values({ user_id: value('user_id'), bytes: value('bytes') })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        bytes: eb('file_usage.bytes', '+', eb.ref('excluded.bytes')),
      })),
    )
    .returning('bytes'),
);

/** Changes the stored size of the user's files by a number of bytes. Returns the new size. */
export async function addUsage(tx: Tx, userId: string, bytes: number): Promise<number> {
  const [row] = await addRow(tx, { user_id: userId, bytes });
  return row?.bytes ?? 0;
}

const selectUsage = compiled<{ user: string }, { own: number | null; all: number | null }>((db, value) =>
  db
    .selectFrom('file_usage')
    .select([
      sql<number | null>`sum(case when user_id = ${value('user')} then bytes end)`.as('own'),
      sql<number | null>`sum(bytes)`.as('all'),
    ]),
);

/** How many bytes the user's files have, and those of all users. */
export async function usageOf(db: Db, userId: string): Promise<{ own: number; all: number }> {
  const [row] = await selectUsage(db, { user: userId });
  return { own: row?.own ?? 0, all: row?.all ?? 0 };
}

const markRow = compiledWrite<{ id: string; at: string }>((tx, value) =>
  tx
    .updateTable('files')
    .set({ deleted_at: value('at') })
    .where('id', '=', value('id')),
);

/**
 * Marks an unattached upload as deleted. Its row remains, hidden, until the job deletes it, and counts for the quota as
 * long as its content is on the disk.
 */
export function deleteFile(tx: Tx, id: string, at: string): void {
  beforeCommit(tx, markRow(tx, { id, at }));
}

const noteRows = compiledWrite<{ at: string }>((tx, value) =>
  tx
    .updateTable('files')
    .set({ loose_since: value('at') })
    .where('bug_id', 'is', null)
    .where('comment_id', 'is', null)
    .where('loose_since', 'is', null),
);

/** Marks the files whose bug or comment was deleted as unattached. */
export async function noteOrphans(tx: Tx, at: string): Promise<void> {
  await noteRows(tx, { at });
}

/** Deletes a batch of the files that have been unattached since this time or longer. Returns how many. */
export async function deleteLooseFiles(tx: Tx, since: string): Promise<number> {
  const deleted = await tx
    .deleteFrom('files')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('files').select('id').where('loose_since', '<=', since).limit(batchSize),
    )
    // The condition again, as a file may have been attached since.
    .where('loose_since', '<=', since)
    .returning(['created_by', 'size'])
    .execute();
  const sums = new Map<string, number>();
  for (const { created_by: userId, size } of deleted) sums.set(userId, (sums.get(userId) ?? 0) + size);
  // Always in the same order, which avoids deadlocks.
  const ordered = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [userId, bytes] of ordered) await addUsage(tx, userId, -bytes);
  return deleted.length;
}

/** Deletes those of these files of the user that nothing has, so that they no longer count towards the quota. */
export async function deleteUnattached(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  const deleted = await tx
    .deleteFrom('files')
    .where('id', 'in', ids)
    .where('created_by', '=', userId)
    .where('bug_id', 'is', null)
    .where('comment_id', 'is', null)
    .returning('size')
    .execute();
  const bytes = deleted.reduce((sum, { size }) => sum + size, 0);
  if (bytes > 0) await addUsage(tx, userId, -bytes);
}

/** Those of the contents that belong to files. */
export async function usedContents(db: Db, contents: readonly string[]): Promise<Set<string>> {
  if (contents.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .select('sha256')
    .distinct()
    .where(engineOf(db).isAmong('sha256', JSON.stringify(contents), 'text'))
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The folders that have the contents of this database; more than one where several instances began at once. */
export async function folderIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('file_folders').select('id').execute();
  return rows.map(({ id }) => id);
}

export async function insertFolder(tx: Tx, id: string): Promise<void> {
  await tx
    .insertInto('file_folders')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
