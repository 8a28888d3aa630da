import { sql } from 'kysely';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { statuses } from '#contract/bugs/bug-fields.ts';
import { type DirectedKind, type Relation, relationKinds } from '#contract/bugs/relations.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type Edge, kindOn } from './edges.ts';

/** The columns of a bug on which its relations depend. */
export interface RelatedBug extends BugReference {
  readonly createdBy: { readonly _id: string };
  readonly assignedTo: { readonly _id: string } | null;
}

/** The bugs with these ids; with `areHeld`, locked until the transaction ends. */
export async function findBugs(
  db: Db,
  ids: readonly string[],
  { areHeld = false } = {},
): Promise<ReadonlyMap<string, RelatedBug>> {
  const rows = await db
    .selectFrom('bugs')
    .select(['id', 'number', 'title', 'status', 'created_by', 'assigned_to'])
    .where(engineOf(db).isAmong('bugs.id', JSON.stringify(ids), 'uuid'))
    // Always in the same order, which avoids deadlocks.
    .orderBy('id')
    .$if(areHeld && engineOf(db).transactionsOverlap, (query) => query.forShare())
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...referenceOf(row),
        createdBy: { _id: row.created_by },
        assignedTo: row.assigned_to === null ? null : { _id: row.assigned_to },
      },
    ]),
  );
}

interface ReferenceRow {
  id: string;
  number: number;
  title: string;
  status: number;
}

export function referenceOf({ id, number, title, status }: ReferenceRow): BugReference {
  return { _id: id, number, title, status: statuses[status] ?? 'open' };
}

/**
 * Waits for other transactions that relate bugs, because two could each add half of a circle. To be called before a bug
 * is locked, because the others hold this lock while they wait for bugs.
 */
export async function holdRelations(tx: Tx): Promise<void> {
  const { relationsLock } = engineOf(tx);
  if (relationsLock) await sql`select ${relationsLock}`.execute(tx);
}

/** Like `holdRelations`, but only if the bug is marked as a duplicate. */
export async function holdRelationsOfMarked(tx: Tx, bugId: string): Promise<void> {
  const { relationsLock } = engineOf(tx);
  if (!relationsLock) return;
  await tx
    .selectFrom('bug_relations')
    .select(relationsLock.as('held'))
    .where('from_id', '=', bugId)
    .where('kind', '=', 'duplicate')
    .execute();
}

/** Like `holdRelations`, after a bug was locked. A transaction that would have to wait is retried from its start. */
export async function holdRelationsAtOnce(tx: Tx): Promise<void> {
  for (const statement of engineOf(tx).holdRelationsAtOnce) await statement.execute(tx);
}

/** All relations of a bug, by kind, then by age. */
export async function relationsOf(db: Db, bugId: string): Promise<Relation[]> {
  const seenFrom = (own: 'from_id' | 'to_id', other: 'from_id' | 'to_id') =>
    db
      .selectFrom('bug_relations')
      .innerJoin('bugs', 'bugs.id', `bug_relations.${other}`)
      .innerJoin('users', 'users.id', 'bug_relations.created_by')
      .select([
        'bug_relations.from_id',
        'bug_relations.kind',
        'bug_relations.at',
        'users.id as by_id',
        'users.name as by_name',
        'bugs.id',
        'bugs.number',
        'bugs.title',
        'bugs.status',
      ])
      .where(`bug_relations.${own}`, '=', bugId);
  const rows = await seenFrom('from_id', 'to_id').unionAll(seenFrom('to_id', 'from_id')).execute();
  const place = ({ kind }: Relation) => relationKinds.indexOf(kind);
  return rows
    .map((row) => ({
      kind: kindOn(row.from_id === bugId ? 'from' : 'to', row.kind),
      bug: referenceOf(row),
      createdBy: { _id: row.by_id, name: row.by_name },
      createdAt: row.at,
    }))
    .toSorted(
      (a, b) =>
        place(a) - place(b) ||
        (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)) ||
        a.bug.number - b.bug.number,
    );
}

/** The ids of bugs that count the bug as their child, or as one that blocks them. */
export async function countingBugs(db: Db, bugId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bug_relations')
    .select('from_id as id')
    .where('to_id', '=', bugId)
    .where('kind', '=', 'parent')
    .unionAll(
      db
        .selectFrom('bug_relations')
        .select('to_id as id')
        .where('from_id', '=', bugId)
        .where('kind', '=', 'blocks'),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of relations of a bug, without its duplicates, which are marked at other bugs. */
export async function countRelations(db: Db, bugId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bug_relations')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(({ or, and, eb }) =>
      or([eb('from_id', '=', bugId), and([eb('to_id', '=', bugId), eb('kind', '<>', 'duplicate')])]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function isRelated(db: Db, { from, kind, to }: Edge): Promise<boolean> {
  const row = await db
    .selectFrom('bug_relations')
    .select('kind')
    .where('from_id', '=', from)
    .where('kind', '=', kind)
    .where('to_id', '=', to)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a relation; for a duplicate, `stateBefore` is the state to restore later. */
export async function insertRelation(
  tx: Tx,
  { from, kind, to }: Edge,
  { by, at, stateBefore = null }: { by: string; at: string; stateBefore?: string | null },
): Promise<void> {
  await tx
    .insertInto('bug_relations')
    .values({ from_id: from, kind, to_id: to, created_by: by, at, state_before: stateBefore })
    .execute();
}

/** Deletes a relation; returns whether there was one. */
export async function deleteRelation(tx: Tx, { from, kind, to }: Edge): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('bug_relations')
    .where('from_id', '=', from)
    .where('kind', '=', kind)
    .where('to_id', '=', to)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The parent of a bug. */
export async function parentOf(db: Db, bugId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bug_relations')
    .select('from_id')
    .where('to_id', '=', bugId)
    .where('kind', '=', 'parent')
    .executeTakeFirst();
  return row?.from_id;
}

/**
 * Up to `limit` relations of a kind that lead from a bug, or to it, directly or through others, nearer ones first. Each bug
 * is expanded once, after its own relations were counted, so that at most twice as many are read.
 */
export async function reachable(
  db: Db,
  { bugId, kind, way, limit }: { bugId: string; kind: DirectedKind; way: 'from' | 'to'; limit: number },
): Promise<{ from: string; to: string }[]> {
  const [near, far] = [sql.ref(`${way}_id`), sql.ref(way === 'from' ? 'to_id' : 'from_id')];
  const found = sql<{ from: string; to: string }>`
    with recursive reached (id) as (
      select cast(${bugId} as ${engineOf(db).types.uuid})
      union
      select next.${far} from reached cross join bug_relations as next
      where next.${near} = reached.id and next.kind = ${kind}
    )
    select found.from_id as "from", found.to_id as "to" from reached cross join bug_relations as found
    where found.${near} = reached.id and found.kind = ${kind} limit ${limit}`;
  return (await found.execute(db)).rows;
}

/** The bug that a bug is marked as a duplicate of, and the JSON of its state before; undefined if it is not marked. */
export async function markOf(
  db: Db,
  bugId: string,
): Promise<{ of: string; stateBefore: string } | undefined> {
  const row = await db
    .selectFrom('bug_relations')
    .select(['to_id', 'state_before'])
    .where('from_id', '=', bugId)
    .where('kind', '=', 'duplicate')
    .executeTakeFirst();
  return row && { of: row.to_id, stateBefore: row.state_before ?? '{}' };
}

/** The bugs at the ends of the chains of duplicates that begin with these, by the ids of the duplicates. */
export async function finalBugs(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, BugReference>> {
  if (ids.length === 0) return new Map();
  const among = engineOf(db).isAmong('from_id', JSON.stringify(ids), 'uuid');
  const found = sql<{ first: string; id: string; number: number; title: string; status: number }>`
    with recursive marked (first_id, of_id) as (
      select from_id, to_id from bug_relations where kind = 'duplicate' and ${among}
      union
      select marked.first_id, next.to_id from marked
      join bug_relations as next on next.from_id = marked.of_id and next.kind = 'duplicate'
    )
    select marked.first_id as "first", bugs.id, bugs.number, bugs.title, bugs.status
    from marked join bugs on bugs.id = marked.of_id
    where not exists (
      select 1 from bug_relations as next where next.from_id = marked.of_id and next.kind = 'duplicate')`;
  const { rows } = await found.execute(db);
  return new Map(rows.map(({ first, ...row }) => [first, referenceOf(row)]));
}
