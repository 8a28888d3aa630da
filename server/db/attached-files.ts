import type { FileRef } from '#contract/file-field.ts';
import { compiled } from './compiled.ts';
import { engineOf } from './dialect.ts';
import type { Db, Tx } from './schema.ts';

/** A file, and what has it. */
export interface StoredFile {
  readonly ref: FileRef;
  readonly bugId: string | null;
  readonly commentId: string | null;
  readonly isAttached: boolean;
}

interface Row {
  id: string;
  sha256: string;
  name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
  created_by: string;
  creator_name: string | null;
  created_at: string;
  bug_id: string | null;
  comment_id: string | null;
  loose_since: string | null;
}

function toRef(row: Row): FileRef {
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
    // In JSON, each database writes moments in its own way.
    createdAt: new Date(row.created_at).toISOString(),
    url: `/api/files/${id}/content`,
  };
}

function toFile(row: Row): StoredFile {
  const { bug_id: bugId, comment_id: commentId, loose_since: looseSince } = row;
  const isAttached = looseSince === null && (bugId !== null || commentId !== null);
  return { ref: toRef(row), bugId, commentId, isAttached };
}

function selectFiles(db: Db) {
  return db
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.created_by')
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

const selectMany = compiled<{ ids: string }, Row>((db, value) =>
  selectFiles(db).where(engineOf(db).isAmong('files.id', value('ids'), 'uuid')),
);

const selectToAttach = compiled<{ ids: string }, Row>((db, value) =>
  selectFiles(db)
    .where(engineOf(db).isAmong('files.id', value('ids'), 'uuid'))
    .orderBy('files.id')
    .$if(engineOf(db).transactionsOverlap, (query) => query.forUpdate('files')),
);

/** The files with these ids, in no order. */
export async function findFiles(db: Db, ids: readonly string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return (await selectMany(db, { ids: JSON.stringify(ids) })).map(toFile);
}

/** The same, as they stay until the transaction ends. */
export async function findFilesToAttach(tx: Tx, ids: readonly string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return (await selectToAttach(tx, { ids: JSON.stringify(ids) })).map(toFile);
}
