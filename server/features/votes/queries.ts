import { sql } from 'kysely';
import type { Vote } from '#contract/bugs/votes.ts';
import { recordChange } from '#server/engine/changes.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { CountedField } from '#server/extensions/bug-field.ts';

/**
 * The number of users who voted for the row `bugs` or its duplicates. The distinct count is used only for the few bugs
 * with votes on duplicates.
 */
export const voteCount: CountedField = {
  name: 'votes',
  select: () =>
    sql<number>`(case when exists (select 1 from carried_votes where carried_votes.target_id = bugs.id)
      then (select cast(count(*) as integer) from (
        select user_id from bug_votes where bug_votes.bug_id = bugs.id
        union
        select user_id from carried_votes join bug_votes on bug_votes.bug_id = carried_votes.origin_id
        where carried_votes.target_id = bugs.id) as voters)
      else (select cast(count(*) as integer) from bug_votes where bug_votes.bug_id = bugs.id) end)`,
};

/** The number of votes for a bug; undefined if there is no such bug. */
export async function countVotes(db: Db, id: string): Promise<number | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .select(voteCount.select(db).as('total'))
    .where('bugs.id', '=', id)
    .executeTakeFirst();
  return bug?.total;
}

interface Row {
  user_id: string;
  name: string;
  environment: string;
  at: string;
}

/** The votes of a bug and of its duplicates, one per user: the vote for the bug itself, else the newest. */
function votesOf(db: Db, id: string) {
  const ofEach = sql<Omit<Row, 'name'> & { place: number }>`(
    select user_id, environment, at, row_number() over (
      partition by user_id order by case when bug_id = ${id} then 0 else 1 end, at desc, bug_id) as place
    from bug_votes where bug_id = ${id}
      or bug_id in (select origin_id from carried_votes where target_id = ${id}))`;
  return db
    .selectFrom(ofEach.as('votes'))
    .innerJoin('users', 'users.id', 'votes.user_id')
    .select(['votes.user_id', 'users.name', 'votes.environment', 'votes.at'])
    .where('votes.place', '=', 1);
}

const voteIn = ({ user_id: _id, name, environment, at }: Row): Vote => ({
  user: { _id, name },
  environment,
  at,
});

/** Newest first. */
export async function newestVotes(db: Db, id: string, limit: number): Promise<Vote[]> {
  const rows = await votesOf(db, id)
    .orderBy('votes.at', 'desc')
    .orderBy('votes.user_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(voteIn);
}

export async function voteOf(db: Db, id: string, userId: string): Promise<Vote | null> {
  const own = await votesOf(db, id).where('votes.user_id', '=', userId).executeTakeFirst();
  return own ? voteIn(own) : null;
}

/** Stores a vote, replacing an earlier one. Returns whether it differs. */
export async function storeVote(
  tx: Tx,
  vote: { bugId: string; userId: string; environment: string; at: string },
): Promise<boolean> {
  const { bugId, userId, environment, at } = vote;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('bug_votes')
    .values({ bug_id: bugId, user_id: userId, environment, at })
    .onConflict((conflict) =>
      conflict
        .columns(['bug_id', 'user_id'])
        .doUpdateSet(({ ref }) => ({ environment: ref('excluded.environment'), at: ref('excluded.at') }))
        .where(({ eb, ref }) => eb('bug_votes.environment', '!=', ref('excluded.environment'))),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Removes a user's votes on a bug and its duplicates. Returns the bugs that have lost one. */
export async function deleteVotes(tx: Tx, bugId: string, userId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('bug_votes')
    .where('user_id', '=', userId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('bug_id', '=', bugId),
        eb('bug_id', 'in', selectFrom('carried_votes').select('origin_id').where('target_id', '=', bugId)),
      ]),
    )
    .returning('bug_id')
    .execute();
  return rows.map(({ bug_id: id }) => id);
}

/** The bugs for which the votes of these bugs count, including these. */
export async function countedAt(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('carried_votes')
    .select('target_id')
    .distinct()
    .where(engineOf(db).isAmong('origin_id', JSON.stringify(ids), 'uuid'))
    .execute();
  return [...new Set([...ids, ...rows.map(({ target_id: id }) => id)])];
}

/** Sends live changes that make clients refetch the votes of these bugs. */
export function recordVoteChanges(tx: Tx, bugIds: readonly string[]): void {
  for (const id of bugIds) recordChange(tx, { kind: 'votes', id, version: null });
}
