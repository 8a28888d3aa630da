import { sql } from 'kysely';
import { type CarryOver, carriedIds } from '#server/extensions/bug-extension.ts';
import { recordChange } from '#server/engine/changes.ts';

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
