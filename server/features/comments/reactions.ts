import { sql } from 'kysely';
import { addCommentReaction, type Reaction, type ReactionName } from '#contract/conversation/comments.ts';
import * as contract from '#contract/conversation/comments.ts';
import { recordChange } from '#server/engine/changes.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type CarryOver, carriedIds } from '#server/extensions/bug-extension.ts';
import { notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'reactions changed': { target: Target; id: string };
  }
}

/** The target of reactions. */
type Target = 'bug' | 'comment';

type Reacting = Call<typeof addCommentReaction>;

/** A handler that adds or removes a reaction of the caller, and returns all reactions. It throws AppError 404. */
export function reacting(target: Target, isAdded: boolean) {
  return (call: Reacting) => call.write((tx) => react(tx, call, { target, isAdded }));
}

async function react(
  tx: Tx,
  { caller, params, emit, now }: Reacting,
  { target, isAdded }: { target: Target; isAdded: boolean },
): Promise<Reaction[]> {
  const { id, name } = params;
  const select =
    target === 'bug'
      ? tx.selectFrom('bugs').select('version').where('id', '=', id)
      : tx.selectFrom('comments').select('version').where('id', '=', id).where('deleted_at', 'is', null);
  // Locked until the transaction ends: deletions wait, other reactions do not.
  const found = await (engineOf(tx).transactionsOverlap ? select.forKeyShare() : select).executeTakeFirst();
  if (!found) throw notFound(target === 'bug' ? contract.addBugReaction : addCommentReaction);
  const reaction = { target, id, name, userId: caller._id };
  const isChanged = isAdded
    ? await insertReaction(tx, reaction, now().toISOString())
    : await deleteReaction(tx, reaction);
  if (isChanged) {
    const change =
      target === 'bug'
        ? ({ kind: 'reactions', id, version: null } as const)
        : ({ kind: 'comment', id, version: found.version } as const);
    emit(tx, { type: 'reactions changed', target, id, changes: [change] });
  }
  return (await reactionsTo(tx, target, { ids: [id], callerId: caller._id })).get(id) ?? [];
}

/** The reactions to a bug. @throws AppError 404 */
export async function readBugReactions(db: Db, id: string, callerId: string): Promise<Reaction[]> {
  const [bug, reactions] = await Promise.all([
    db.selectFrom('bugs').select('id').where('id', '=', id).executeTakeFirst(),
    reactionsTo(db, 'bug', { ids: [id], callerId }),
  ]);
  if (!bug) throw notFound(contract.getBugReactions);
  return reactions.get(id) ?? [];
}

interface Row {
  target_id: string;
  name: ReactionName;
  user_id: string;
  user_name: string;
  count: number | string;
  mine: number;
}

/** The table of the reactions to a target, and its column with the id of the target. */
const namesOf = (target: Target) => ({
  table: sql.table(`${target}_reactions`),
  column: sql.ref(`${target}_id`),
});

/** The reactions to bugs or comments, by id. Ids without reactions are missing. */
export async function reactionsTo(
  db: Db,
  target: Target,
  { ids, callerId }: { ids: readonly string[]; callerId: string },
): Promise<ReadonlyMap<string, Reaction[]>> {
  const { table, column } = namesOf(target);
  const isOfThese = engineOf(db).isAmong(`${target}_id`, JSON.stringify(ids), 'uuid');
  const group = sql`partition by ${column}, name`;
  const rows = await db
    .selectFrom(
      sql<Omit<Row, 'user_name'> & { place: number }>`(
        select ${column} as target_id, name, user_id,
          row_number() over (${group} order by at, user_id) as place,
          count(*) over (${group}) as count,
          max(case when user_id = ${callerId} then 1 else 0 end) over (${group}) as mine
        from ${table} where ${isOfThese})`.as('some'),
    )
    .innerJoin('users', 'users.id', 'some.user_id')
    .select([
      'some.target_id',
      'some.name',
      'some.user_id',
      'users.name as user_name',
      'some.count',
      'some.mine',
    ])
    .where('some.place', '<=', contract.maxNamed)
    .orderBy('some.place')
    .execute();
  const byTarget = Map.groupBy(rows, (row) => row.target_id);
  return new Map([...byTarget].map(([id, some]) => [id, toReactions(some)]));
}

function toReactions(rows: readonly Row[]): Reaction[] {
  const byName = Map.groupBy(rows, ({ name }) => name);
  return contract.reactionNames.flatMap((name) => {
    const [first, ...others] = byName.get(name) ?? [];
    if (!first) return [];
    const users = [first, ...others].map((row) => ({ _id: row.user_id, name: row.user_name }));
    return [{ name, count: Number(first.count), mine: first.mine === 1, users }];
  });
}

interface OneReaction {
  readonly target: Target;
  readonly id: string;
  readonly name: ReactionName;
  readonly userId: string;
}

/** Adds a reaction, unless the user has it already. Returns whether it was added. */
async function insertReaction(
  tx: Tx,
  { target, id, name, userId }: OneReaction,
  at: string,
): Promise<boolean> {
  const { table, column } = namesOf(target);
  // A reaction that was carried over becomes the user's own.
  const existing =
    target === 'bug'
      ? sql`(bug_id, name, user_id) do update set is_carried = 0 where bug_reactions.is_carried = 1`
      : sql`do nothing`;
  const { numAffectedRows = 0n } = await sql`
    insert into ${table} (${column}, name, user_id, at) values (${id}, ${name}, ${userId}, ${at})
    on conflict ${existing}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Removes a reaction; returns whether the user had it. */
async function deleteReaction(tx: Tx, { target, id, name, userId }: OneReaction): Promise<boolean> {
  const { table, column } = namesOf(target);
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} where ${column} = ${id} and name = ${name} and user_id = ${userId}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Reactions to a duplicate also count for the bug that it leads to. */
export const carriedReactions: CarryOver = {
  async carry(tx, carried) {
    const { target, isOrigin } = carriedIds(tx, carried);
    await sql`
      insert into carried_reactions (target_id, user_id, name, origin_id)
      select ${target}, user_id, name, bug_id from bug_reactions
      where is_carried = 0 and ${isOrigin('bug_id')}
      on conflict do nothing`.execute(tx);
    await sql`
      insert into bug_reactions (bug_id, name, user_id, at, is_carried)
      select carried.target_id, carried.name, carried.user_id, min(own.at), 1 from carried_reactions as carried
      join bug_reactions as own on own.bug_id = carried.origin_id
        and own.name = carried.name and own.user_id = carried.user_id
      where carried.target_id = ${target} and ${isOrigin('carried.origin_id')}
      group by carried.target_id, carried.name, carried.user_id
      on conflict do nothing`.execute(tx);
    recordChange(tx, { kind: 'reactions', id: carried.target, version: null });
  },
  async takeBack(tx, carried) {
    const { target, isOrigin } = carriedIds(tx, carried);
    await sql`
      delete from carried_reactions
      where target_id = ${target} and ${isOrigin('origin_id')}`.execute(tx);
    await sql`
      delete from bug_reactions where is_carried = 1 and bug_reactions.bug_id = ${target} and not exists (
        select 1 from carried_reactions as carried where carried.target_id = bug_reactions.bug_id
          and carried.user_id = bug_reactions.user_id and carried.name = bug_reactions.name)`.execute(tx);
    recordChange(tx, { kind: 'reactions', id: carried.target, version: null });
  },
};
