import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import { compiled, compiledRows } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type CommitStore, atCommit } from '#server/engine/transaction.ts';

/** The fields by which bugs are counted. */
export interface Counted extends Pick<Bug, 'status' | 'priority'> {
  /** Users' ids; null where the bug is unassigned. */
  assignedTo: string | null;
  createdBy: string;
}

/** The group of bugs that is counted: all, or those that a user filed or is assigned to. */
export const groups = {
  all: 'all',
  by: (userId: string) => `by:${userId}`,
  to: (userId: string | null) => `to:${userId ?? 'none'}`,
};

/**
 * Updates the counts for a bug that changed from `before` to `after`, before the commit. A new bug has no `before`, a
 * deleted one no `after`.
 */
export function countChange(tx: Tx, before: Counted | undefined, after: Counted | undefined): void {
  if (before) atCommit(tx, bugCounts, { bug: before, bugs: -1 });
  if (after) atCommit(tx, bugCounts, { bug: after, bugs: 1 });
}

const bugCounts: CommitStore<{ bug: Counted; bugs: number }> = {
  name: 'bug counts',
  write: (tx, counts) => addToCounts(tx, sumsOf(counts)),
};

/** The changes to the counts, always in the same order to avoid deadlocks. */
function sumsOf(counts: readonly { bug: Counted; bugs: number }[]): Change[] {
  const changes = new Map<string, Change>();
  for (const { bug, bugs } of counts) {
    const [status, priority] = [statuses.indexOf(bug.status), priorities.indexOf(bug.priority)];
    for (const group of [groups.all, groups.by(bug.createdBy), groups.to(bug.assignedTo)]) {
      const key = `${group} ${status} ${priority}`;
      const others = changes.get(key)?.bugs ?? 0;
      changes.set(key, { of: group, status, priority, bugs: others + bugs });
    }
  }
  const ordered = [...changes].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return ordered.map(([, change]) => change).filter(({ bugs }) => bugs !== 0);
}

interface Change {
  of: string;
  status: number;
  priority: number;
  bugs: number;
}

const addToCounts = compiledRows<Change>((tx, rows) =>
  tx
    .insertInto('bug_counts')
    .values(rows.map((row) => ({ ...row, shard: engineOf(tx).shard })))
    .onConflict((conflict) =>
      conflict
        .columns(['of', 'status', 'priority', 'shard'])
        .doUpdateSet((eb) => ({ bugs: eb('bug_counts.bugs', '+', eb.ref('excluded.bugs')) })),
    ),
);

type Which = Omit<Change, 'bugs'>;

const sumCounts = compiled<Which, { bugs: number | string | null }, { status: boolean; priority: boolean }>(
  (db, value, shape) =>
    db
      .selectFrom('bug_counts')
      .select((eb) => eb.fn.sum<number | string | null>('bugs').as('bugs'))
      .where('of', '=', value('of'))
      .$if(shape.status, (query) => query.where('status', '=', value('status')))
      .$if(shape.priority, (query) => query.where('priority', '=', value('priority'))),
);

/**
 * The number of bugs in the group with this status and this priority. Each of the two applies only if `by` includes it.
 */
export async function countOf(
  db: Db,
  of: string,
  { status, priority }: Omit<Which, 'of'>,
  by: { status: boolean; priority: boolean },
): Promise<number> {
  const shape = { status: by.status, priority: by.priority };
  const [row] = await sumCounts(db, { of, status, priority }, shape);
  return Number(row?.bugs ?? 0);
}
