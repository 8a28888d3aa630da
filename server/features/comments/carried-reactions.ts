import { sql } from 'kysely';
import type { CarryOver } from '#server/extensions/carry-over.ts';
import { recordChange } from '#server/db/changes.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';

function among(tx: Tx, column: string, ids: readonly string[]) {
  return engineOf(tx).isAmong(column, JSON.stringify(ids), 'uuid');
}

/** The reactions to a duplicate are also reactions to what it is a duplicate of. */
export const carriedReactions: CarryOver = {
  async carry(tx, { origins, targets }) {
    await sql`
      insert into carried_reactions (target_id, user_id, name, origin_id)
      select targets.id, own.user_id, own.name, own.bug_id from bug_reactions as own
      cross join (select id from bugs where ${among(tx, 'bugs.id', targets)}) as targets
      where own.is_carried = 0 and ${among(tx, 'own.bug_id', origins)}
      on conflict do nothing`.execute(tx);
    await sql`
      insert into bug_reactions (bug_id, name, user_id, at, is_carried)
      select carried.target_id, carried.name, carried.user_id, min(own.at), 1 from carried_reactions as carried
      join bug_reactions as own on own.bug_id = carried.origin_id
        and own.name = carried.name and own.user_id = carried.user_id
      where ${among(tx, 'carried.target_id', targets)} and ${among(tx, 'carried.origin_id', origins)}
      group by carried.target_id, carried.name, carried.user_id
      on conflict do nothing`.execute(tx);
    for (const id of targets) recordChange(tx, { kind: 'reactions', id, version: null });
  },
  async takeBack(tx, { origins, targets }) {
    await sql`
      delete from carried_reactions
      where ${among(tx, 'target_id', targets)} and ${among(tx, 'origin_id', origins)}`.execute(tx);
    await sql`
      delete from bug_reactions where is_carried = 1 and ${among(tx, 'bug_reactions.bug_id', targets)} and not exists (
        select 1 from carried_reactions as carried where carried.target_id = bug_reactions.bug_id
          and carried.user_id = bug_reactions.user_id and carried.name = bug_reactions.name)`.execute(tx);
    for (const id of targets) recordChange(tx, { kind: 'reactions', id, version: null });
  },
};
