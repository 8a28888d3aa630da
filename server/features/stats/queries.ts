import { sql } from 'kysely';
import { statuses } from '#contract/bugs.ts';
import type { Stats } from '#contract/stats.ts';
import type { Db } from '#server/db/schema.ts';

/** Counts all bugs, by status and for one assignee. */
export async function countBugs(db: Db, userId: string): Promise<Stats> {
  const rows = await db
    .selectFrom('bugs')
    .select([
      'status',
      sql<number>`count(*)`.as('bugs'),
      sql<number>`sum(case when assigned_to = ${userId} then 1 else 0 end)`.as('mine'),
    ])
    .groupBy('status')
    .execute();
  const count = (status: (typeof statuses)[number]) =>
    Number(rows.find((row) => statuses[row.status] === status)?.bugs ?? 0);
  return {
    totalBugs: rows.reduce((total, { bugs }) => total + Number(bugs), 0),
    openBugs: count('open'),
    inProgressBugs: count('in-progress'),
    resolvedBugs: count('resolved'),
    assignedToMe: rows.reduce((total, { mine }) => total + Number(mine), 0),
  };
}
