import { type RawBuilder, sql } from 'kysely';
import type { VersionRef } from '#contract/classification/version-fields.ts';
import type { BugIds } from '#server/db/bugs/bugs.ts';
import { compiledWrite } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';

/** The tables that link bugs to versions. */
export type BugVersions = 'bug_found_in' | 'bug_fixed_in';

/** The versions of the row `bugs` in one of the tables, as JSON. */
function versionsOfBug(db: Db, table: BugVersions): RawBuilder<string> {
  const versions = engineOf(db).jsonArrayOf(
    { _id: 'versions.id', name: 'versions.name' },
    'versions.position',
  );
  const of = sql.table(table);
  return sql<string>`(select ${versions} from ${of} join versions on versions.id = ${of}.version_id
    where ${of}.bug_id = bugs.id)`;
}

export const foundInOfBug = (db: Db) => versionsOfBug(db, 'bug_found_in');
export const fixedInOfBug = (db: Db) => versionsOfBug(db, 'bug_fixed_in');

export function hasNoVersion(table: BugVersions): RawBuilder<boolean> {
  const of = sql.table(table);
  return sql<boolean>`not exists (select 1 from ${of} where ${of}.bug_id = bugs.id)`;
}

/** The bugs that have versions. */
export const bugsWithVersions = (table: BugVersions): BugIds => sql`select bug_id from ${sql.table(table)}`;

/** The bugs that have one of these versions, a JSON array of ids. */
export function bugsWithVersion(db: Db, table: BugVersions, ids: RawBuilder<unknown>): BugIds {
  return sql`select bug_id from ${sql.table(table)} where ${engineOf(db).isAmong('version_id', ids, 'uuid')}`;
}

/** Whether the row `bugs` has one of these versions, a JSON array of ids. */
export function hasVersion(db: Db, table: BugVersions, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (${bugsWithVersion(db, table, ids)} and bug_id = bugs.id)`;
}

interface Candidate {
  readonly ref: VersionRef;
  readonly position: number;
  /** Whether bugs can get it. */
  readonly isUsable: boolean;
}

type Candidates = ReadonlyMap<string, Candidate>;

function candidateOf(row: Pick<Schema['versions'], 'id' | 'name' | 'name_key' | 'state' | 'position'>) {
  const { id, name, name_key: key, state, position } = row;
  return [id, { ref: { _id: id, name }, position, isUsable: key !== null && state !== 'archived' }] as const;
}

const columns = ['id', 'name', 'name_key', 'state', 'position'] as const;

/** These versions by id, locked until the transaction ends. */
export async function candidates(tx: Tx, ids: readonly string[]): Promise<Candidates> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('versions')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forShare())
    .execute();
  return new Map(rows.map(candidateOf));
}

/** The versions with these ids, deleted ones included. */
export async function versionsWithIds(db: Db, ids: readonly string[]): Promise<Candidates> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('versions')
    .select(columns)
    .where(engineOf(db).isAmong('id', JSON.stringify([...new Set(ids)]), 'uuid'))
    .execute();
  return new Map(rows.map(candidateOf));
}

/** The versions with these ids, in the order of versions. */
export function refsOf(versions: Candidates, ids: readonly string[]): VersionRef[] {
  return ids
    .flatMap((id) => versions.get(id) ?? [])
    .toSorted((one, other) => one.position - other.position)
    .map(({ ref }) => ref);
}

export async function addFoundIn(tx: Tx, bugId: string, ids: readonly string[]): Promise<void> {
  await tx
    .insertInto('bug_found_in')
    .values(ids.map((id) => ({ bug_id: bugId, version_id: id })))
    .execute();
}

export async function removeFoundIn(tx: Tx, bugId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('bug_found_in').where('bug_id', '=', bugId).where('version_id', 'in', ids).execute();
}

type Columns = Schema['bug_fixed_in'];

const setRow = compiledWrite<Columns>((tx, value) =>
  tx
    .insertInto('bug_fixed_in')
    .values({ bug_id: value('bug_id'), version_id: value('version_id') })
    .onConflict((conflict) =>
      conflict.column('bug_id').doUpdateSet(({ ref }) => ({ version_id: ref('excluded.version_id') })),
    ),
);

export async function setFixedIn(tx: Tx, bugId: string, versionId: string): Promise<void> {
  await setRow(tx, { bug_id: bugId, version_id: versionId });
}

const deleteRow = compiledWrite<Pick<Columns, 'bug_id'>>((tx, value) =>
  tx.deleteFrom('bug_fixed_in').where('bug_id', '=', value('bug_id')),
);

export async function removeFixedIn(tx: Tx, bugId: string): Promise<void> {
  await deleteRow(tx, { bug_id: bugId });
}
