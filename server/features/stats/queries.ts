import { type RawBuilder, sql } from 'kysely';
import { statuses } from '#contract/bugs/bug-fields.ts';
import type { Stats, Week } from '#contract/bugs/stats.ts';
import { groups } from '#server/engine/bugs/bug-counts.ts';
import type { Db } from '#server/engine/schema.ts';

/** How many bugs there are, by status and for one assignee. */
export async function countBugs(db: Db, userId: string): Promise<Stats> {
  const mine = groups.to(userId);
  const rows = await db
    .selectFrom('bug_counts')
    .select((eb) => ['of', 'status', eb.fn.sum<number | string>('bugs').as('bugs')])
    .where('of', 'in', [groups.all, mine])
    .groupBy(['of', 'status'])
    .execute();
  const sum = (of: string, status?: (typeof statuses)[number]) =>
    rows
      .filter((row) => row.of === of && (status === undefined || statuses[row.status] === status))
      .reduce((total, { bugs }) => total + Number(bugs), 0);
  return {
    totalBugs: sum(groups.all),
    openBugs: sum(groups.all, 'open'),
    inProgressBugs: sum(groups.all, 'in-progress'),
    resolvedBugs: sum(groups.all, 'resolved'),
    assignedToMe: sum(mine),
  };
}

/** How many of the existing bugs were opened, and how many of the resolved ones resolved, between successive moments. */
export async function countBetween(
  db: Db,
  moments: readonly string[],
): Promise<Pick<Week, 'opened' | 'resolved'>[]> {
  const [opened, resolved] = await Promise.all([
    countEach(
      db,
      moments,
      (from, to) => sql`select count(*) from bugs where created_at >= ${from} and created_at < ${to}`,
    ),
    countEach(
      db,
      moments,
      (from, to) => sql`select count(*) from resolutions where at >= ${from} and at < ${to}`,
    ),
  ]);
  return opened.map((count, i) => ({ opened: count, resolved: resolved[i] ?? 0 }));
}

/** Counts each period separately, because SQLite would sort all rows to group them by time. */
async function countEach(
  db: Db,
  moments: readonly string[],
  selectCount: (from: string, to: string) => RawBuilder<unknown>,
): Promise<number[]> {
  const counts = moments
    .slice(1)
    .map((to, i) => sql`(${selectCount(moments[i] ?? to, to)}) as ${sql.ref(`span${i}`)}`);
  const { rows } = await sql<object>`select ${sql.join(counts)}`.execute(db);
  return Object.values(rows[0] ?? {}).map(Number);
}
