import { sql } from 'kysely';
import * as contract from '#contract/bugs/votes.ts';
import { holdBug } from '#server/engine/bugs/bugs.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type CarryOver, carriedIds } from '#server/extensions/bug-extension.ts';
import { notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import * as queries from './queries.ts';

/** @throws AppError 404 */
export async function readVotes(
  db: Db,
  id: string,
  { callerId, limit = contract.listedVotes.byDefault }: { callerId: string; limit?: number | undefined },
): Promise<contract.Votes> {
  const [total, mine, votes] = await Promise.all([
    queries.countVotes(db, id),
    queries.voteOf(db, id, callerId),
    queries.newestVotes(db, id, limit),
  ]);
  if (total === undefined) throw notFound(contract.getVotes);
  return { total, mine, votes };
}

/**
 * Adds the caller's vote, or changes it. The caller does not become a watcher, and the bug keeps its version.
 * @throws AppError 404
 */
export async function addVote(
  tx: Tx,
  { caller, now, params, body }: Call<typeof contract.addVote>,
): Promise<contract.Votes> {
  const { id } = params;
  if (!(await holdBug(tx, id))) throw notFound(contract.addVote);
  const { environment = '' } = body;
  const vote = { bugId: id, userId: caller._id, environment, at: now().toISOString() };
  if (await queries.storeVote(tx, vote)) queries.recordVoteChanges(tx, await queries.countedAt(tx, [id]));
  return readVotes(tx, id, { callerId: caller._id });
}

/** Removes the caller's vote; does nothing if there is none. @throws AppError 404 */
export async function removeVote(
  tx: Tx,
  { caller, params: { id } }: Call<typeof contract.removeVote>,
): Promise<contract.Votes> {
  if (!(await holdBug(tx, id))) throw notFound(contract.removeVote);
  const changed = await queries.deleteVotes(tx, id, caller._id);
  if (changed.length > 0) queries.recordVoteChanges(tx, await queries.countedAt(tx, changed));
  return readVotes(tx, id, { callerId: caller._id });
}

/** The votes of a duplicate count for the bug that it leads to. The duplicate is stored, so later votes count, too. */
export const carriedVotes: CarryOver = {
  async carry(tx, carried) {
    const { target, isOrigin } = carriedIds(tx, carried);
    await sql`
      insert into carried_votes (target_id, origin_id)
      select ${target}, id from bugs where ${isOrigin('id')}
      on conflict do nothing`.execute(tx);
    queries.recordVoteChanges(tx, [carried.target]);
  },
  async takeBack(tx, carried) {
    const { target, isOrigin } = carriedIds(tx, carried);
    await sql`
      delete from carried_votes
      where target_id = ${target} and ${isOrigin('origin_id')}`.execute(tx);
    queries.recordVoteChanges(tx, [carried.target]);
  },
};
