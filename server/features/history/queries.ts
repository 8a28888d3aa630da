import { sql } from 'kysely';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { HistoryEntry } from '#contract/bugs/history.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import { type StoredChange, presenter } from '#server/extensions/stored-change.ts';
import { compiledWrite } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';

type Columns = Schema['history'];

const insertRow = compiledWrite<Columns>((tx, value) =>
  tx.insertInto('history').values({
    bug_id: value('bug_id'),
    version: value('version'),
    id: value('id'),
    at: value('at'),
    changed_by: value('changed_by'),
    changes: value('changes'),
  }),
);

/** Stores the changes that led to the bug's current version. */
export async function insertEntry(
  tx: Tx,
  bug: Bug,
  { userId, changes }: { userId: string; changes: readonly StoredChange[] },
): Promise<void> {
  await insertRow(tx, {
    bug_id: bug._id,
    version: bug.version,
    id: newId(),
    at: bug.updatedAt,
    changed_by: userId,
    changes: JSON.stringify(changes),
  });
}

/** The entry of a bug's creation, which is not stored but made from the bug. Undefined if there is no such bug. */
export async function findCreation(db: Db, bugId: string): Promise<HistoryEntry | undefined> {
  const row = await db
    .selectFrom('bugs')
    .innerJoin('users', 'users.id', 'bugs.created_by')
    .select(['bugs.created_at', 'bugs.created_by', 'users.name'])
    .where('bugs.id', '=', bugId)
    .executeTakeFirst();
  return (
    row && {
      _id: bugId,
      at: row.created_at,
      by: { _id: row.created_by, name: row.name },
      version: 1,
      changes: [],
    }
  );
}

/** The version that an entry of the bug led to; undefined if the bug has no such entry. */
export async function findVersion(db: Db, bugId: string, entryId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('history')
    .select('version')
    .where('bug_id', '=', bugId)
    .where('id', '=', entryId)
    .executeTakeFirst();
  return row?.version;
}

/** The versions after `behind` that the bug's entries led to, oldest first, with the size of their changes in bytes. */
export async function listVersions(
  db: Db,
  { bugId, behind, limit }: { bugId: string; behind: number; limit: number },
): Promise<{ version: number; size: number }[]> {
  return db
    .selectFrom('history')
    .select(['version', sql<number>`octet_length(changes)`.as('size')])
    .where('bug_id', '=', bugId)
    .where('version', '>', behind)
    .orderBy('version')
    .limit(limit)
    .execute();
}

/** The entries of the bug after the version `behind`, up to and including `upTo`, oldest first. */
export async function listEntries(
  db: Db,
  fields: readonly ServerField[],
  { bugId, behind, upTo }: { bugId: string; behind: number; upTo: number },
): Promise<HistoryEntry[]> {
  const rows = await selectEntries(db)
    .where('history.bug_id', '=', bugId)
    .where('history.version', '>', behind)
    .where('history.version', '<=', upTo)
    .orderBy('history.version')
    .execute();
  return toEntries(db, fields, rows);
}

/** The entries with these ids, in no order. */
export async function entriesWithIds(
  db: Db,
  fields: readonly ServerField[],
  ids: readonly string[],
): Promise<HistoryEntry[]> {
  const isWanted = engineOf(db).isAmong('history.id', JSON.stringify(ids), 'uuid');
  return toEntries(db, fields, await selectEntries(db).where(isWanted).execute());
}

function selectEntries(db: Db) {
  return db
    .selectFrom('history')
    .innerJoin('users', 'users.id', 'history.changed_by')
    .select([
      'history.id',
      'history.at',
      'history.version',
      'history.changed_by',
      'history.changes',
      'users.name',
    ]);
}

type Row = Omit<Columns, 'bug_id'> & { name: string };

async function toEntries(
  db: Db,
  fields: readonly ServerField[],
  rows: readonly Row[],
): Promise<HistoryEntry[]> {
  const stored = rows.map((row) => ({ row, changes: JSON.parse(row.changes) as StoredChange[] }));
  const present = await presenter(
    db,
    fields,
    stored.flatMap(({ changes }) => changes),
  );
  return stored.map(({ row, changes }) => ({
    _id: row.id,
    at: row.at,
    by: { _id: row.changed_by, name: row.name },
    version: row.version,
    changes: changes.map(present),
  }));
}
