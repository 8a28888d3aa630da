import { sql } from 'kysely';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { resolutions } from '#contract/bugs/resolution.ts';
import type { VersionBug, VersionList, VersionSummary } from '#contract/classification/versions.ts';
import { compiled } from '#server/db/compiled.ts';
import type { Db } from '#server/db/schema.ts';

/* The bugs of a version. */

const resolved = sql.lit(statuses.indexOf('resolved'));
const isResolved = sql<boolean>`bugs.status = ${resolved}`;
const isOpen = sql<boolean>`bugs.status < ${resolved}`;
/** With another resolution, the bug was not fixed in the version. */
const isFixed = sql<boolean>`${isResolved} and not exists (
  select 1 from bug_resolutions where bug_resolutions.bug_id = bugs.id
    and resolution != ${sql.lit(resolutions.indexOf('fixed'))})`;

const lists = {
  fixed: { table: 'bug_fixed_in', is: isFixed },
  open: { table: 'bug_fixed_in', is: isOpen },
  known: { table: 'bug_found_in', is: isOpen },
} as const;

interface Counts {
  fixed: number | string;
  resolved: number | string;
  open: number | string;
  known: number | string;
}

const countOf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number | string>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

const selectCounts = compiled<{ id: string }, Counts>((db, value) =>
  db
    .selectFrom('bug_fixed_in')
    .innerJoin('bugs', 'bugs.id', 'bug_fixed_in.bug_id')
    .select([
      countOf(isFixed).as('fixed'),
      countOf(isResolved).as('resolved'),
      countOf(isOpen).as('open'),
      sql<number | string>`(select count(*) from bug_found_in join bugs on bugs.id = bug_found_in.bug_id
        where bug_found_in.version_id = ${value('id')} and ${isOpen})`.as('known'),
    ])
    .where('bug_fixed_in.version_id', '=', value('id')),
);

/** How many bugs are in each list of a version. */
export async function countBugs(db: Db, id: string): Promise<VersionSummary['bugs']> {
  const [row] = await selectCounts(db, { id });
  if (!row) throw new Error('A count has no row');
  const { fixed, resolved: done, open, known } = row;
  return { fixed: Number(fixed), resolved: Number(done), open: Number(open), known: Number(known) };
}

interface Progress {
  readonly _id: string;
  readonly resolved: number;
  readonly open: number;
}

const selectProgress = compiled<object, { id: string } & Pick<Counts, 'resolved' | 'open'>>((db) =>
  db
    .selectFrom('versions')
    .innerJoin('bug_fixed_in', 'bug_fixed_in.version_id', 'versions.id')
    .innerJoin('bugs', 'bugs.id', 'bug_fixed_in.bug_id')
    .select(['versions.id', countOf(isResolved).as('resolved'), countOf(isOpen).as('open')])
    .where('versions.state', '=', 'planned')
    .where('versions.name_key', 'is not', null)
    .groupBy('versions.id'),
);

/** The progress of each planned version that has bugs. */
export async function listProgress(db: Db): Promise<Progress[]> {
  const rows = await selectProgress(db, {});
  return rows.map((row) => ({ _id: row.id, resolved: Number(row.resolved), open: Number(row.open) }));
}

interface Shape {
  readonly list: VersionList;
  readonly isFirst: boolean;
}

interface Row {
  id: string;
  number: number;
  title: string;
  status: number;
  priority: number;
  assigned_to: string | null;
  assignee: string | null;
}

const selectBugs = compiled<{ id: string; after: string; limit: number }, Row, Shape>(
  (db, value, { list, isFirst }) => {
    const { table, is } = lists[list];
    const rows = db
      .selectFrom(`${table} as of`)
      .innerJoin('bugs', 'bugs.id', 'of.bug_id')
      .leftJoin('users as assignee', 'assignee.id', 'bugs.assigned_to')
      .select(['bugs.id', 'bugs.number', 'bugs.title', 'bugs.status', 'bugs.priority', 'bugs.assigned_to'])
      .select('assignee.name as assignee')
      .where('of.version_id', '=', value('id'))
      .where(is)
      // Ids sort by time, and the index is sorted by them.
      .orderBy('of.bug_id', 'desc')
      .limit(value('limit'));
    return isFirst ? rows : rows.where('of.bug_id', '<', value('after'));
  },
);

/** A page of a list of a version, newest first, after a bug. */
export async function listBugs(
  db: Db,
  { id, list, after, limit }: { id: string; list: VersionList; after: string | undefined; limit: number },
): Promise<VersionBug[]> {
  const rows = await selectBugs(
    db,
    { id, after: after ?? id, limit },
    { list, isFirst: after === undefined },
  );
  return rows.map((row) => ({
    _id: row.id,
    number: row.number,
    title: row.title,
    status: statuses[row.status] ?? 'open',
    priority: priorities[row.priority] ?? 'low',
    assignedTo: row.assigned_to === null ? null : { _id: row.assigned_to, name: row.assignee ?? '' },
  }));
}
