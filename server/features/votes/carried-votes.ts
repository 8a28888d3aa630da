import { sql } from 'kysely';
import type { CarryOver } from '#server/extensions/carry-over.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';
import { announce } from './queries.ts';

function among(tx: Tx, column: string, ids: readonly string[]) {
  return engineOf(tx).isAmong(column, JSON.stringify(ids), 'uuid');
}

/** The votes of a duplicate count at what it is a duplicate of, later ones too: where they come from is stored, not the votes. */
export const carriedVotes: CarryOver = {
  async carry(tx, { origins, targets }) {
    await sql`
      insert into carried_votes (target_id, origin_id)
      select targets.id, origins.id from bugs as targets cross join bugs as origins
      where ${among(tx, 'targets.id', targets)} and ${among(tx, 'origins.id', origins)}
      on conflict do nothing`.execute(tx);
    announce(tx, targets);
  },
  async takeBack(tx, { origins, targets }) {
    await sql`
      delete from carried_votes
      where ${among(tx, 'target_id', targets)} and ${among(tx, 'origin_id', origins)}`.execute(tx);
    announce(tx, targets);
  },
};
