import type { Selectable } from 'kysely';
import { statuses } from '#contract/bugs/bug-fields.ts';
import { groups } from '#server/engine/bugs/bug-counts.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';

type Row = Selectable<Schema['bugs']>;
type Marked = 'title_marked' | 'description_marked';

export type BugColumns = Omit<Row, 'component_id' | 'triaged' | Marked> & Partial<Pick<Row, Marked>>;

type Counted = Omit<
  BugColumns,
  | 'number'
  | 'title'
  | 'description'
  | 'title_fold'
  | 'description_fold'
  | 'title_marked'
  | 'description_marked'
  | 'created_at'
  | 'version'
>;

/** How many rows one statement inserts. */
const rowsPerStatement = 100;
/** The shard of the counts to add to; other transactions seldom use the same one. */
const shard = 0;
const resolved = statuses.indexOf('resolved');

/** When the newest bug was created. */
export async function newestCreation(db: Db): Promise<string | undefined> {
  const newest = db.selectFrom('bugs').select('created_at').orderBy('number', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.created_at;
}

/**
 * Adds many bugs at once, updates all their counts, and makes the assignees watch them. A resolved bug counts as
 * resolved at its last update. A bug with an assignee counts as accepted, as it does when it is filed. `bugs` may be
 * generated lazily: each batch is generated while the database inserts the previous one.
 */
export async function insertBugs(tx: Tx, bugs: Iterable<BugColumns>): Promise<void> {
  const added: Counted[] = [];
  let inserting: Promise<unknown> | undefined;
  for (const rows of inParts(bugs)) {
    const accepted = rows.map((row) => ({ ...row, triaged: row.assigned_to === null ? null : 1 }));
    const insert = tx.insertInto('bugs').values(accepted).compile();
    for (const { id, status, priority, created_by, assigned_to, updated_at } of rows)
      added.push({ id, status, priority, created_by, assigned_to, updated_at });
    await inserting;
    inserting = tx.executeQuery(insert);
  }
  await inserting;
  const resolutions = added
    .filter(({ status }) => status === resolved)
    .map(({ id, updated_at }) => ({ bug_id: id, at: updated_at }));
  for (const rows of inParts(resolutions)) await tx.insertInto('resolutions').values(rows).execute();
  const watches = added.flatMap(({ id, assigned_to, created_by, updated_at }) =>
    assigned_to === null || assigned_to === created_by
      ? []
      : { bug_id: id, user_id: assigned_to, is_on: 1, at: updated_at },
  );
  for (const rows of inParts(watches)) await tx.insertInto('watches').values(rows).execute();
  await addCounts(tx, added);
}

/** Adds entries of the history to existing bugs. */
export async function insertHistory(tx: Tx, entries: readonly Schema['history'][]): Promise<void> {
  for (const rows of inParts(entries)) await tx.insertInto('history').values(rows).execute();
}

/** Adds comments on bugs that have none. */
export async function insertComments(tx: Tx, comments: readonly Schema['comments'][]): Promise<void> {
  for (const rows of inParts(comments)) await tx.insertInto('comments').values(rows).execute();
  const ofBugs = Map.groupBy(comments, ({ bug_id: id }) => id);
  const counts = [...ofBugs].map(([id, { length }]) => ({ bug_id: id, shard, comments: length }));
  for (const rows of inParts(counts)) await tx.insertInto('bug_comments').values(rows).execute();
}

async function addCounts(tx: Tx, bugs: readonly Counted[]): Promise<void> {
  const counts = new Map<string, Selectable<Schema['bug_counts']>>();
  for (const { status, priority, created_by, assigned_to } of bugs)
    for (const group of [groups.all, groups.by(created_by), groups.to(assigned_to)]) {
      const key = `${group} ${status} ${priority}`;
      const count = counts.get(key) ?? { of: group, status, priority, shard, bugs: 0 };
      counts.set(key, { ...count, bugs: count.bugs + 1 });
    }
  // Always in the same order, to avoid deadlocks.
  const ordered = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
  for (const rows of inParts(ordered))
    await tx
      .insertInto('bug_counts')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['of', 'status', 'priority', 'shard'])
          .doUpdateSet((eb) => ({ bugs: eb('bug_counts.bugs', '+', eb.ref('excluded.bugs')) })),
      )
      .execute();
}

function* inParts<T>(list: Iterable<T>): Generator<readonly T[]> {
  let part: T[] = [];
  for (const one of list) {
    if (part.push(one) < rowsPerStatement) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
