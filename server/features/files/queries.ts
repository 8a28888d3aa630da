import { sql } from 'kysely';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { compiled, compiledWrite } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import { batchSize } from '#server/jobs/job.ts';

type NewFile = Omit<FileRef, 'url' | 'createdBy'> & { createdBy: string };

const insertion = compiledWrite<NewFile>((tx, value) =>
  tx.insertInto('files').values({
    id: value('_id'),
    sha256: value('sha256'),
    name: value('name'),
    size: value('size'),
    type: value('type'),
    width: value('width'),
    height: value('height'),
    created_by: value('createdBy'),
    created_at: value('createdAt'),
    loose_since: value('createdAt'),
    position: 0,
  }),
);

/** Adds an unattached upload, before the commit. */
export function insertFile(tx: Tx, file: Omit<FileRef, 'url'>): void {
  beforeCommit(tx, insertion(tx, { ...file, createdBy: file.createdBy._id }));
}

const addition = compiledWrite<{ userId: string; bytes: number }, { bytes: number }>((tx, value) =>
  tx
    .insertInto('file_usage')
    .values({ user_id: value('userId'), bytes: value('bytes') })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        bytes: eb('file_usage.bytes', '+', eb.ref('excluded.bytes')),
      })),
    )
    .returning('bytes'),
);

/** Changes the stored size of the user's files by a number of bytes. Returns the new size. */
export async function addUsage(tx: Tx, userId: string, bytes: number): Promise<number> {
  const [row] = await addition(tx, { userId, bytes });
  return row?.bytes ?? 0;
}

const sums = compiled<{ userId: string }, { own: number | null; all: number | null }>((db, value) =>
  db
    .selectFrom('file_usage')
    .select([
      sql<number | null>`sum(case when user_id = ${value('userId')} then bytes end)`.as('own'),
      sql<number | null>`sum(bytes)`.as('all'),
    ]),
);

/** The total bytes of the user's files, and of the files of all users. */
export async function usageOf(db: Db, userId: string): Promise<{ own: number; all: number }> {
  const [row] = await sums(db, { userId });
  return { own: row?.own ?? 0, all: row?.all ?? 0 };
}

/**
 * Marks an unattached upload as deleted. Its row remains, hidden, until the job deletes it, and counts towards the
 * quota as long as its content is on the disk.
 */
export function deleteFile(tx: Tx, id: string, at: string): void {
  beforeCommit(tx, tx.updateTable('files').set({ deleted_at: at }).where('id', '=', id).execute());
}

/** Marks the files whose bug or comment was deleted as unattached. */
export async function noteOrphans(tx: Tx, at: string): Promise<void> {
  await tx
    .updateTable('files')
    .set({ loose_since: at })
    .where('bug_id', 'is', null)
    .where('comment_id', 'is', null)
    .where('loose_since', 'is', null)
    .execute();
}

/** Deletes a batch of the files that have been unattached since this time or earlier. Returns how many. */
export async function deleteLooseFiles(tx: Tx, since: string): Promise<number> {
  const deleted = await tx
    .deleteFrom('files')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('files').select('id').where('loose_since', '<=', since).limit(batchSize),
    )
    // The condition is repeated, because a file may have been attached since.
    .where('loose_since', '<=', since)
    .returning(['created_by', 'size'])
    .execute();
  const bytesOf = new Map<string, number>();
  for (const { created_by: userId, size } of deleted) bytesOf.set(userId, (bytesOf.get(userId) ?? 0) + size);
  // Always in the same order, which avoids deadlocks.
  const ordered = [...bytesOf].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [userId, bytes] of ordered) await addUsage(tx, userId, -bytes);
  return deleted.length;
}

/** Deletes those of these files that are the user's and unattached, so that they no longer count towards the quota. */
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

/** Which of these contents belong to files. */
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

/** The ids of folders with the contents of this database; more than one if several instances started at once. */
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
