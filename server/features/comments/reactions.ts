import { sql } from 'kysely';
import {
  maxNamed,
  type Reaction,
  type ReactionName,
  reactionNames,
} from '#contract/conversation/reactions.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';

/** The target of reactions. */
export type Target = 'bug' | 'comment';

interface Row {
  target_id: string;
  name: ReactionName;
  user_id: string;
  user_name: string;
  count: number | string;
  mine: number;
}

/** The tables and columns are those of one target. */
const namesOf = (target: Target) => ({
  table: sql.table(`${target}_reactions`),
  column: sql.ref(`${target}_id`),
});

/** The reactions to bugs or comments, by the ids of these; those without any are left out. */
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
    .where('some.place', '<=', maxNamed)
    .orderBy('some.place')
    .execute();
  const byTarget = Map.groupBy(rows, (row) => row.target_id);
  return new Map([...byTarget].map(([id, some]) => [id, toReactions(some)]));
}

function toReactions(rows: readonly Row[]): Reaction[] {
  const byName = Map.groupBy(rows, ({ name }) => name);
  return reactionNames.flatMap((name) => {
    const [first, ...others] = byName.get(name) ?? [];
    if (!first) return [];
    const users = [first, ...others].map((row) => ({ _id: row.user_id, name: row.user_name }));
    return [{ name, count: Number(first.count), mine: first.mine === 1, users }];
  });
}

/** A reaction of a user. */
interface Reacting {
  readonly target: Target;
  readonly id: string;
  readonly name: ReactionName;
  readonly userId: string;
}

/** Adds a reaction, unless the user has it already. Returns whether it was added. */
export async function insertReaction(
  tx: Tx,
  { target, id, name, userId }: Reacting,
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
export async function deleteReaction(tx: Tx, { target, id, name, userId }: Reacting): Promise<boolean> {
  const { table, column } = namesOf(target);
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} where ${column} = ${id} and name = ${name} and user_id = ${userId}`.execute(tx);
  return numAffectedRows > 0n;
}
