import { sql } from 'kysely';
import { type CarryOver, carriedIds } from '#server/extensions/bug-extension.ts';
import { announce } from './queries.ts';

/**
 * The votes of a duplicate, later ones included, count for the bug that it leads to: the duplicate is stored, not its
 * votes.
 */
export const carriedVotes: CarryOver = {
  async carry(tx, carried) {
    const { target, isOrigin } = carriedIds(tx, carried);
    await sql`
      insert into carried_votes (target_id, origin_id)
      select ${target}, id from bugs where ${isOrigin('id')}
      on conflict do nothing`.execute(tx);
    announce(tx, [carried.target]);
  },
  async takeBack(tx, carried) {
    const { target, isOrigin } = carriedIds(tx, carried);
    await sql`
      delete from carried_votes
      where target_id = ${target} and ${isOrigin('origin_id')}`.execute(tx);
    announce(tx, [carried.target]);
  },
};
