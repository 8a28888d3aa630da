import { statuses } from '#contract/bugs/bug-fields.ts';
import type { Stats } from '#contract/bugs/stats.ts';
import { groups } from '#server/db/bugs/bug-counts.ts';
import type { Db } from '#server/db/schema.ts';

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
