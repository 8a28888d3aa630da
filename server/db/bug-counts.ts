import { type Bug, priorities, statuses } from '#contract/bugs.ts';
import { compiled, compiledWrite } from './compiled.ts';
import type { Db, Tx } from './schema.ts';

/** What of a bug is counted by. */
export interface Counted extends Pick<Bug, 'status' | 'priority'> {
  /** Users' ids; null where the bug is unassigned. */
  assignedTo: string | null;
  createdBy: string;
}

/** Whose bugs are counted: all users', or those that a user filed or is assigned to. */
export const groups = {
  all: 'all',
  by: (userId: string) => `by:${userId}`,
  to: (userId: string | null) => `to:${userId ?? 'none'}`,
};

/** Updates the counts for a bug that is now `after` and no longer `before`; either is missing where there is none. */
export async function countChange(
  tx: Tx,
  before: Counted | undefined,
  after: Counted | undefined,
): Promise<void> {
  const changes = new Map<string, Change>();
  function add(bug: Counted | undefined, bugs: number): void {
    if (!bug) return;
    const [status, priority] = [statuses.indexOf(bug.status), priorities.indexOf(bug.priority)];
    for (const group of [groups.all, groups.by(bug.createdBy), groups.to(bug.assignedTo)]) {
      const key = `${group} ${status} ${priority}`;
      const others = changes.get(key)?.bugs ?? 0;
      changes.set(key, { of: group, status, priority, bugs: others + bugs });
    }
  }
  add(before, -1);
  add(after, 1);
  // Always in the same order, which avoids deadlocks.
  const ordered = [...changes].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [, change] of ordered) {
    if (change.bugs > 0) await addToCount(tx, change);
    if (change.bugs < 0) await takeFromCount(tx, change);
  }
}

interface Change {
  of: string;
  status: number;
  priority: number;
  bugs: number;
}

const addToCount = compiledWrite<Change>((tx, value) =>
  tx
    .insertInto('bug_counts')
    .values({ of: value('of'), status: value('status'), priority: value('priority'), bugs: value('bugs') })
    .onConflict((conflict) =>
      conflict
        .columns(['of', 'status', 'priority'])
        .doUpdateSet((eb) => ({ bugs: eb('bug_counts.bugs', '+', eb.ref('excluded.bugs')) })),
    ),
);

const takeFromCount = compiledWrite<Change>((tx, value) =>
  tx
    .updateTable('bug_counts')
    .set((eb) => ({ bugs: eb('bugs', '+', value('bugs')) }))
    .where('of', '=', value('of'))
    .where('status', '=', value('status'))
    .where('priority', '=', value('priority')),
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

/** How many bugs of the group have this status, and this priority, as far as `by` says that these matter. */
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
