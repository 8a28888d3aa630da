import { sql } from 'kysely';
import type { UserRef } from '#contract/accounts/users.ts';
import { compiledWrite } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type CommitStore, atCommit } from '#server/engine/transaction.ts';

/** The watchers of the bug who are not suspended. Its creator watches it, unless a row excludes that. */
function watchersOf(db: Db, bugId: string) {
  const stopped = db
    .selectFrom('watches as stopped')
    .select('stopped.user_id')
    .where('stopped.bug_id', '=', bugId)
    .where('stopped.is_on', '=', 0);
  const watching = db
    .selectFrom('watches')
    .select('watches.user_id as id')
    .where('watches.bug_id', '=', bugId)
    .where('watches.is_on', '=', 1)
    .union(
      db
        .selectFrom('bugs')
        .select('bugs.created_by as id')
        .where('bugs.id', '=', bugId)
        .where('bugs.created_by', 'not in', stopped),
    );
  return db
    .selectFrom(watching.as('watching'))
    .innerJoin('users', 'users.id', 'watching.id')
    .where('users.suspended_at', 'is', null);
}

/** The watchers of the bug, by name. */
export async function findWatchers(db: Db, bugId: string): Promise<UserRef[]> {
  return watchersOf(db, bugId)
    .select(['users.id as _id', 'users.name'])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}

/** An id that sorts before those of all users. */
const nil = '00000000-0000-0000-0000-000000000000';

/** The ids of the bug's watchers after this id, in order: at most `limit`, which also bounds the cost. */
export async function listWatchers(
  db: Db,
  bugId: string,
  { behind, limit }: { behind: string; limit: number },
): Promise<string[]> {
  const [rows, creators] = await Promise.all([
    db
      .selectFrom('watches')
      .innerJoin('users', 'users.id', 'watches.user_id')
      .select('watches.user_id as id')
      .where('watches.bug_id', '=', bugId)
      .where('watches.is_on', '=', 1)
      .where('watches.user_id', '>', behind === '' ? nil : behind)
      .where('users.suspended_at', 'is', null)
      .orderBy('watches.user_id')
      .limit(limit)
      .execute(),
    db
      .selectFrom('bugs')
      .innerJoin('users', 'users.id', 'bugs.created_by')
      .select('users.id')
      .where('bugs.id', '=', bugId)
      .where('users.suspended_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('watches')
              .select('watches.user_id')
              .whereRef('watches.bug_id', '=', 'bugs.id')
              .whereRef('watches.user_id', '=', 'bugs.created_by')
              .where('watches.is_on', '=', 0),
          ),
        ),
      )
      .execute(),
  ]);
  const found = new Set([...rows, ...creators].map(({ id }) => id).filter((id) => id > behind));
  return [...found].toSorted().slice(0, limit);
}

/** The number of watchers, and whether the user is one of them. */
export async function countWatchers(
  db: Db,
  bugId: string,
  userId: string,
): Promise<{ count: number; isWatching: boolean }> {
  const isOwn = sql`case when users.id = ${userId} then 1 else 0 end`;
  const { count, own } = await watchersOf(db, bugId)
    .select([
      sql<number>`cast(count(*) as integer)`.as('count'),
      sql<number>`cast(coalesce(sum(${isOwn}), 0) as integer)`.as('own'),
    ])
    .executeTakeFirstOrThrow();
  return { count, isWatching: own > 0 };
}

/** The creator of the bug; undefined if there is no such bug. */
export async function findCreator(db: Db, bugId: string): Promise<string | undefined> {
  const bug = await db.selectFrom('bugs').select('created_by').where('id', '=', bugId).executeTakeFirst();
  return bug?.created_by;
}

/** The users who are not suspended. */
export async function findActive(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(engineOf(db).isAmong('users.id', JSON.stringify(ids), 'uuid'))
    .where('suspended_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

const storeRow = compiledWrite<WatchingRow, unknown, { isForced: boolean }>((tx, value, { isForced }) => {
  const { uuid, time } = engineOf(tx).types;
  const row = tx
    .selectFrom('bugs')
    .select(['bugs.id', sql<string>`cast(${value('userId')} as ${uuid})`.as('user_id')])
    .select(sql<number>`cast(${value('isOn')} as integer)`.as('is_on'))
    .select(sql<string>`cast(${value('at')} as ${time})`.as('at'))
    .where('bugs.id', '=', value('bugId'));
  return tx
    .insertInto('watches')
    .columns(['bug_id', 'user_id', 'is_on', 'at'])
    .expression(row)
    .onConflict((conflict) => {
      const existing = conflict.columns(['bug_id', 'user_id']);
      // From now on the user watches the bug itself, not only because of a duplicate.
      if (!isForced) return existing.doUpdateSet({ is_carried: 0 }).where('watches.is_carried', '=', 1);
      return existing
        .doUpdateSet(({ ref }) => ({ is_on: ref('excluded.is_on'), at: ref('excluded.at'), is_carried: 0 }))
        .where(({ or, eb, ref }) =>
          or([eb('watches.is_on', '!=', ref('excluded.is_on')), eb('watches.is_carried', '=', 1)]),
        );
    });
});

/** Makes the user watch the bug, or stop watching it. Does nothing for a bug that the same transaction deletes. */
export async function storeWatching(
  tx: Tx,
  { isOn, isForced, ...row }: Watching & { isOn: boolean },
): Promise<void> {
  await storeRow(tx, { ...row, isOn: isOn ? 1 : 0 }, { isForced });
}

interface WatchingRow extends Omit<Watching, 'isForced'> {
  isOn: 0 | 1;
}

interface Watching {
  bugId: string;
  userId: string;
  at: string;
  /** Whether a user who has stopped watching watches again. */
  isForced: boolean;
}

/** Makes a user watch a bug, before the commit. */
export function watch(tx: Tx, watching: Watching): void {
  atCommit(tx, watches, watching);
}

const watches: CommitStore<Watching> = {
  name: 'watches',
  async write(tx, given) {
    const key = ({ bugId, userId }: Watching) => `${bugId} ${userId}`;
    const rows = [...Map.groupBy(given, key)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    // In the same order in all transactions, which avoids deadlocks.
    const sent = rows.map(async ([, same]) => {
      const [first] = same as [Watching];
      await storeWatching(tx, { ...first, isOn: true, isForced: same.some((one) => one.isForced) });
    });
    await Promise.all(sent);
  },
};
