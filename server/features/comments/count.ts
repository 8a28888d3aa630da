import { sql } from 'kysely';
import type { CountedField } from '#server/extensions/bug-field.ts';
import { compiledWrite } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import { type CommitStore, atCommit } from '#server/engine/transaction.ts';

interface Change {
  bugId: string;
  /** The change to the count: 1 or -1. */
  by: number;
}

/** The highest value that the column can store. */
const maxInteger = 2_147_483_647;

/** Updates a bug's number of comments at the end of the transaction. */
export function countComment(tx: Tx, change: Change): void {
  atCommit(tx, commentCounts, change);
}

// Inserts nothing for a bug that the same transaction deletes.
const addToCount = compiledWrite<Change>((tx, value) =>
  tx
    .insertInto('bug_comments')
    .columns(['bug_id', 'shard', 'comments'])
    .expression(
      tx
        .selectFrom('bugs')
        .select(['bugs.id', engineOf(tx).shard.as('shard')])
        .select(sql<number>`cast(${value('by')} as integer)`.as('comments'))
        .where('bugs.id', '=', value('bugId')),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['bug_id', 'shard'])
        .doUpdateSet((eb) => ({ comments: eb('bug_comments.comments', '+', eb.ref('excluded.comments')) })),
    ),
);

const commentCounts: CommitStore<Change> = {
  name: 'comment counts',
  async write(tx, changes) {
    const sums = new Map<string, number>();
    for (const { bugId, by } of changes) sums.set(bugId, (sums.get(bugId) ?? 0) + by);
    // Always in the same order, which avoids deadlocks.
    const ordered = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
    await Promise.all(ordered.map(([bugId, by]) => addToCount(tx, { bugId, by })));
  },
};

/** The number of comments on bugs. */
export const commentCount: CountedField = {
  name: 'comments',
  select: () =>
    sql<number>`coalesce(
      (select cast(sum(comments) as integer) from bug_comments where bug_comments.bug_id = bugs.id), 0)`,
  querying: {
    ids(db, test) {
      if (test.kind !== 'range') return undefined;
      const { least = 0, above = -1 } = test.range;
      const fewest = Math.max(Number(least), Number(above) + 1);
      if (fewest < 1) return undefined;
      // At least one row of a count is as large as their mean.
      const share = Math.min(Math.ceil(fewest / engineOf(db).shards), maxInteger);
      return sql`select bug_id from bug_comments where comments >= ${share}`;
    },
  },
};
