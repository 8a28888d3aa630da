import { sql } from 'kysely';
import type { Comment, CommentVersion, Reaction } from '#contract/conversation/comments.ts';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { filesOf, readFiles, storeFiles } from '#server/files/attached-files.ts';
import { compiledRows, compiledWrite } from '#server/engine/compiled.ts';
import { commentFolds } from '#server/engine/folds.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import { mentionsOfComment, storeMentions } from './mention-queries.ts';
import { readMentions } from './mentions.ts';
import { reactionsTo } from './reactions.ts';

type Columns = Schema['comments'];

interface Row extends Omit<Columns, 'body_fold' | 'body_marked'> {
  author_name: string | null;
  deleter_name: string | null;
  mentions: string;
  files: string;
  is_trimmed: number | null;
}

function toComment(row: Row, reactions: ReadonlyMap<string, Reaction[]>): Comment {
  const { deleted_at: deletedAt, deleted_by: deletedBy } = row;
  return {
    _id: row.id,
    bugId: row.bug_id,
    body: row.body,
    author: { _id: row.created_by, name: row.author_name ?? '' },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    deletedAt,
    deletedBy: deletedBy === null ? null : { _id: deletedBy, name: row.deleter_name ?? '' },
    mentions: readMentions(row.mentions),
    files: readFiles(row.files),
    reactions: reactions.get(row.id) ?? [],
    isMailed: row.is_trimmed !== null,
    isTrimmed: row.is_trimmed === 1,
  };
}

/** The whole text of the e-mail that became the comment; undefined for other comments. */
export async function findMailedText(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('mailed_texts')
    .select('text')
    .where('comment_id', '=', id)
    .executeTakeFirst();
  return row?.text;
}

/** Whether a part of the e-mail was cut from the comment; null if the comment was not made by e-mail. */
const isTrimmed = sql<
  number | null
>`(select is_trimmed from mailed_texts where mailed_texts.comment_id = comments.id)`;

function selectComments(db: Db) {
  return db
    .selectFrom('comments')
    .leftJoin('users as author', 'author.id', 'comments.created_by')
    .leftJoin('users as deleter', 'deleter.id', 'comments.deleted_by')
    .select([
      'comments.id',
      'comments.bug_id',
      'comments.created_by',
      'author.name as author_name',
      'comments.created_at',
      'comments.body',
      'comments.version',
      'comments.updated_by',
      'comments.updated_at',
      'comments.deleted_by',
      'deleter.name as deleter_name',
      'comments.deleted_at',
      mentionsOfComment(db).as('mentions'),
      filesOf(db, 'comment').as('files'),
      isTrimmed.as('is_trimmed'),
    ]);
}

export async function findComment(db: Db, id: string, callerId: string): Promise<Comment | undefined> {
  const [row, reactions] = await Promise.all([
    selectComments(db).where('comments.id', '=', id).executeTakeFirst(),
    reactionsTo(db, 'comment', { ids: [id], callerId }),
  ]);
  return row && toComment(row, reactions);
}

/** The comments with these ids, in no order. */
export async function commentsWithIds(db: Db, ids: readonly string[], callerId: string): Promise<Comment[]> {
  const [rows, reactions] = await Promise.all([
    selectComments(db)
      .where(engineOf(db).isAmong('comments.id', JSON.stringify(ids), 'uuid'))
      .execute(),
    reactionsTo(db, 'comment', { ids, callerId }),
  ]);
  return rows.map((row) => toComment(row, reactions));
}

/**
 * The bug of a comment, locked against deletion until the transaction ends. Called before the comment is locked: a
 * deletion of the bug also locks the bug first, so that the two cannot deadlock.
 */
export async function findBugOf(tx: Tx, id: string): Promise<{ number: number; title: string } | undefined> {
  return tx
    .selectFrom('comments')
    .innerJoin('bugs', 'bugs.id', 'comments.bug_id')
    .select(['bugs.number', 'bugs.title'])
    .where('comments.id', '=', id)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forKeyShare('bugs'))
    .executeTakeFirst();
}

/** The comment, locked until the transaction ends, with the author of its current text. */
export async function findToChange(
  tx: Tx,
  id: string,
  callerId: string,
): Promise<{ comment: Comment; writerId: string } | undefined> {
  // Locked before it is read, so that the read sees the changes of other transactions.
  if (engineOf(tx).transactionsOverlap)
    beforeCommit(tx, tx.selectFrom('comments').select('id').where('id', '=', id).forUpdate().execute());
  const [row, reactions] = await Promise.all([
    selectComments(tx).where('comments.id', '=', id).executeTakeFirst(),
    reactionsTo(tx, 'comment', { ids: [id], callerId }),
  ]);
  return row && { comment: toComment(row, reactions), writerId: row.updated_by };
}

const selectPlace = compiledWrite<{ id: string }, { created_at: string; last_at: string | null }>(
  (tx, value) =>
    tx
      .selectFrom('bugs')
      .select((eb) => [
        'bugs.created_at',
        eb
          .selectFrom('comments')
          .select((of) => of.fn.max('comments.created_at').as('at'))
          .whereRef('comments.bug_id', '=', 'bugs.id')
          .as('last_at'),
      ])
      .where('bugs.id', '=', value('id'))
      // Blocks deletions and edits of the bug, but not other comments.
      .$if(engineOf(tx).transactionsOverlap, (query) => query.forKeyShare()),
);

/** The earliest time for a bug's next comment, locked until the transaction ends; undefined if there is no such bug. */
export async function earliestFor(tx: Tx, bugId: string): Promise<string | undefined> {
  const [place] = await selectPlace(tx, { id: bugId });
  return place && (place.last_at ?? place.created_at);
}

const insertRows = compiledRows<Columns>((tx, rows) => tx.insertInto('comments').values(rows));

/** Adds a comment before the commit. `mailed` is the whole text of its e-mail, if a part of it was trimmed. */
export function insertComment(tx: Tx, comment: Comment, mailed?: string): void {
  const { _id, bugId, author, createdAt, body, mentions, files } = comment;
  const row: Columns = {
    id: _id,
    bug_id: bugId,
    created_by: author._id,
    created_at: createdAt,
    body,
    ...commentFolds(body, mailed),
    version: 1,
    updated_by: author._id,
    updated_at: createdAt,
    deleted_by: null,
    deleted_at: null,
  };
  beforeCommit(tx, insertRows(tx, [row]));
  storeMentions(tx, { target: 'comment', id: _id, at: createdAt }, { before: [], after: mentions });
  changeFiles(tx, _id, { before: [], after: files, at: createdAt });
}

/** Replaces the body of a comment before the commit. The old one becomes an earlier version. `mailed` as above. */
export function updateComment(
  tx: Tx,
  {
    before,
    beforeBy,
    after,
    by,
    mailed,
  }: { before: Comment; beforeBy: string; after: Comment; by: string; mailed: string | undefined },
): void {
  const earlier = {
    comment_id: before._id,
    version: before.version,
    body: before.body,
    written_by: beforeBy,
    written_at: before.updatedAt,
  };
  beforeCommit(tx, tx.insertInto('comment_versions').values(earlier).execute());
  const { _id: id, body, version, updatedAt } = after;
  const changed = {
    body,
    ...commentFolds(body, mailed),
    version,
    updated_by: by,
    updated_at: updatedAt,
    deleted_by: null,
    deleted_at: null,
  };
  beforeCommit(tx, tx.updateTable('comments').set(changed).where('id', '=', id).execute());
  const mentions = { before: before.mentions, after: after.mentions };
  storeMentions(tx, { target: 'comment', id, at: updatedAt }, mentions);
  changeFiles(tx, id, { before: before.files, after: after.files, at: updatedAt });
}

/** Erases a comment's texts, mentions and reactions, and detaches its files, before the commit. */
export function eraseComment(
  tx: Tx,
  { _id: id, version, updatedAt, mentions, files }: Comment,
  { writerId, by, at }: { writerId: string; by: string; at: string },
): void {
  const kept = { version, updated_by: writerId, updated_at: updatedAt };
  const erased = { body: '', body_fold: '', body_marked: null, ...kept, deleted_by: by, deleted_at: at };
  beforeCommit(tx, tx.updateTable('comments').set(erased).where('id', '=', id).execute());
  beforeCommit(tx, tx.deleteFrom('comment_versions').where('comment_id', '=', id).execute());
  beforeCommit(tx, tx.deleteFrom('comment_reactions').where('comment_id', '=', id).execute());
  storeMentions(tx, { target: 'comment', id, at }, { before: mentions, after: [] });
  changeFiles(tx, id, { before: files, after: [], at });
}

/** Replaces the files of the comment, before the commit. */
function changeFiles(
  tx: Tx,
  id: string,
  { before, after, at }: { before: readonly FileRef[]; after: readonly FileRef[]; at: string },
): void {
  storeFiles(tx, { kind: 'comment', id }, { before: idsOf(before), after: idsOf(after), at });
}

export function idsOf(files: readonly FileRef[]): string[] {
  return files.map(({ _id }) => _id);
}

/** The current version of the comment; undefined if there is no such comment. */
export async function findVersion(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('comments').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version;
}

/** The earlier texts of a comment, and the current one unless the comment is deleted. */
function textsOf(id: string) {
  return sql<Omit<Schema['comment_versions'], 'comment_id'>>`(
    select version, body, written_by, written_at from comment_versions where comment_id = ${id}
    union all select version, body, updated_by as written_by, updated_at as written_at
      from comments where id = ${id} and deleted_at is null)`.as('texts');
}

/** The versions of the comment before `before`, newest first, with the size of each in bytes. */
export async function listVersionSizes(
  db: Db,
  { id, before, limit }: { id: string; before: number; limit: number },
): Promise<{ version: number; size: number }[]> {
  return db
    .selectFrom(textsOf(id))
    .select(['version', sql<number>`octet_length(body)`.as('size')])
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

/** The texts of the comment's versions before `before`, down to and including `downTo`, newest first. */
export async function listVersions(
  db: Db,
  { id, before, downTo }: { id: string; before: number; downTo: number },
): Promise<CommentVersion[]> {
  const rows = await db
    .selectFrom(textsOf(id))
    .innerJoin('users', 'users.id', 'texts.written_by')
    .select(['texts.version', 'texts.body', 'texts.written_by', 'texts.written_at', 'users.name'])
    .where('texts.version', '<', before)
    .where('texts.version', '>=', downTo)
    .orderBy('texts.version', 'desc')
    .execute();
  return rows.map((row) => ({
    version: row.version,
    body: row.body,
    by: { _id: row.written_by, name: row.name },
    at: row.written_at,
  }));
}
