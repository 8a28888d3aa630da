import { sql } from 'kysely';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { resolutions } from '#contract/bugs/resolution.ts';
import type { VersionBug, VersionList, VersionSummary } from '#contract/classification/versions.ts';
import type { Db } from '#server/engine/schema.ts';

/* The bugs of a version. */

const resolved = sql.lit(statuses.indexOf('resolved'));
const isResolved = sql<boolean>`bugs.status = ${resolved}`;
const isOpen = sql<boolean>`bugs.status < ${resolved}`;
/** A bug with another resolution was not fixed in the version. */
const isFixed = sql<boolean>`${isResolved} and not exists (
  select 1 from bug_resolutions where bug_resolutions.bug_id = bugs.id
    and resolution != ${sql.lit(resolutions.indexOf('fixed'))})`;

const lists = {
  fixed: { table: 'bug_fixed_in', is: isFixed },
  open: { table: 'bug_fixed_in', is: isOpen },
  known: { table: 'bug_found_in', is: isOpen },
} as const;

const countOf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number | string>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

/** How many bugs are in each list of a version. */
export async function countBugs(db: Db, id: string): Promise<VersionSummary['bugs']> {
  const row = await db
    .selectFrom('bug_fixed_in')
    .innerJoin('bugs', 'bugs.id', 'bug_fixed_in.bug_id')
    .select([countOf(isFixed).as('fixed'), countOf(isResolved).as('resolved'), countOf(isOpen).as('open')])
    .select(
      sql<number | string>`(select count(*) from bug_found_in join bugs on bugs.id = bug_found_in.bug_id
        where bug_found_in.version_id = ${id} and ${isOpen})`.as('known'),
    )
    .where('bug_fixed_in.version_id', '=', id)
    .executeTakeFirstOrThrow();
  const { fixed, resolved: done, open, known } = row;
  return { fixed: Number(fixed), resolved: Number(done), open: Number(open), known: Number(known) };
}

/** The progress of each planned version that has bugs. */
export async function listProgress(db: Db): Promise<{ _id: string; resolved: number; open: number }[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('bug_fixed_in', 'bug_fixed_in.version_id', 'versions.id')
    .innerJoin('bugs', 'bugs.id', 'bug_fixed_in.bug_id')
    .select(['versions.id', countOf(isResolved).as('resolved'), countOf(isOpen).as('open')])
    .where('versions.state', '=', 'planned')
    .where('versions.name_key', 'is not', null)
    .groupBy('versions.id')
    .execute();
  return rows.map((row) => ({ _id: row.id, resolved: Number(row.resolved), open: Number(row.open) }));
}

/** A page of one of a version's lists, newest first, after a bug. */
export async function listBugs(
  db: Db,
  { id, list, after, limit }: { id: string; list: VersionList; after: string | undefined; limit: number },
): Promise<VersionBug[]> {
  const { table, is } = lists[list];
  let query = db
    .selectFrom(`${table} as of`)
    .innerJoin('bugs', 'bugs.number', 'of.number')
    .leftJoin('users as assignee', 'assignee.id', 'bugs.assigned_to')
    .select(['bugs.id', 'bugs.number', 'bugs.title', 'bugs.status', 'bugs.priority', 'bugs.assigned_to'])
    .select('assignee.name as assignee')
    .where('of.version_id', '=', id)
    .where(is)
    .orderBy('of.number', 'desc')
    .limit(limit);
  // Compared by id, because ids sort by time and the bug may have been deleted.
  if (after !== undefined)
    query = query.where('of.number', '<', (eb) =>
      eb.selectFrom('bugs as b').select('b.number').where('b.id', '>=', after).orderBy('b.id').limit(1),
    );
  const rows = await query.execute();
  return rows.map((row) => ({
    _id: row.id,
    number: row.number,
    title: row.title,
    status: statuses[row.status] ?? 'open',
    priority: priorities[row.priority] ?? 'low',
    assignedTo: row.assigned_to === null ? null : { _id: row.assigned_to, name: row.assignee ?? '' },
  }));
}
