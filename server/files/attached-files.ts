import { type RawBuilder, sql } from 'kysely';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { BugIds } from '#server/engine/bugs/bugs.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';

/** A bug or a comment. */
export interface Owner {
  readonly kind: 'bug' | 'comment';
  readonly id: string;
}

/** A file and its owner. */
export interface StoredFile {
  readonly ref: FileRef;
  readonly bugId: string | null;
  readonly commentId: string | null;
  readonly isAttached: boolean;
}

type Row = Omit<Schema['files'], 'position' | 'deleted_at'> & { creator_name: string | null };

/** The columns in the JSON object of a file. */
const jsonColumns = {
  id: 'files.id',
  sha256: 'files.sha256',
  name: 'files.name',
  size: 'files.size',
  type: 'files.type',
  width: 'files.width',
  height: 'files.height',
  created_by: 'files.created_by',
  creator_name: 'users.name',
  created_at: 'files.created_at',
};

type JsonRow = Pick<Row, keyof typeof jsonColumns>;

function toRef(row: JsonRow): FileRef {
  const { id, name, size, type, sha256, width, height } = row;
  return {
    _id: id,
    name,
    size,
    type,
    sha256,
    width,
    height,
    createdBy: { _id: row.created_by, name: row.creator_name ?? '' },
    // In JSON, each database formats moments differently.
    createdAt: new Date(row.created_at).toISOString(),
    url: `/api/files/${id}/content`,
  };
}

function toFile(row: Row): StoredFile {
  const { bug_id: bugId, comment_id: commentId, loose_since: looseSince } = row;
  const isAttached = looseSince === null && (bugId !== null || commentId !== null);
  return { ref: toRef(row), bugId, commentId, isAttached };
}

/** The files of the row `bugs` or `comments`, as JSON. */
export function filesOf(db: Db, kind: Owner['kind']): RawBuilder<string> {
  const files = engineOf(db).jsonArrayOf(jsonColumns, 'files.position');
  return sql<string>`(select ${files} from files join users on users.id = files.created_by
    where ${sql.ref(`files.${kind}_id`)} = ${sql.ref(`${kind}s.id`)} and files.loose_since is null)`;
}

/** Whether the row `bugs` has no file. */
export const hasNoFile = sql<boolean>`not exists (
  select 1 from files where files.bug_id = bugs.id and files.loose_since is null)`;

/** The bugs that have files. */
export const bugsWithFiles: BugIds =
  // With `is not null` instead, SQLite would also scan the files of comments.
  sql`select bug_id from files where bug_id >= '00000000-0000-0000-0000-000000000000' and loose_since is null`;

/** The files that the JSON of `filesOf` holds. */
export function readFiles(json: string): FileRef[] {
  return json === '[]' ? [] : (JSON.parse(json) as JsonRow[]).map(toRef);
}

function selectFiles(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.created_by')
    .where('files.deleted_at', 'is', null)
    .where(engineOf(db).isAmong('files.id', JSON.stringify(ids), 'uuid'))
    .select([
      'files.id',
      'files.sha256',
      'files.name',
      'files.size',
      'files.type',
      'files.width',
      'files.height',
      'files.created_by',
      'users.name as creator_name',
      'files.created_at',
      'files.bug_id',
      'files.comment_id',
      'files.loose_since',
    ]);
}

/** The files with these ids, in no particular order. */
export async function findFiles(db: Db, ids: readonly string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return (await selectFiles(db, ids).execute()).map(toFile);
}

/** The files with these ids, locked until the transaction ends. */
export async function findFilesToAttach(tx: Tx, ids: readonly string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  const rows = await selectFiles(tx, ids)
    .orderBy('files.id')
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate('files'))
    .execute();
  return rows.map(toFile);
}

/**
 * Replaces the files of the bug or comment with these, in this order, before the commit. A removed file stores its last
 * owner, so that it can be attached there again.
 */
export function storeFiles(
  tx: Tx,
  { kind, id: ownerId }: Owner,
  { before, after, at }: { before: readonly string[]; after: readonly string[]; at: string },
): void {
  const set = (id: string, columns: Partial<Schema['files']>) =>
    beforeCommit(tx, tx.updateTable('files').set(columns).where('id', '=', id).execute());
  for (const id of before) if (!after.includes(id)) set(id, { loose_since: at });
  for (const [position, id] of after.entries()) {
    if (before[position] === id) continue;
    const owner = {
      bug_id: kind === 'bug' ? ownerId : null,
      comment_id: kind === 'comment' ? ownerId : null,
    };
    set(id, { ...owner, position, loose_since: null });
  }
}
