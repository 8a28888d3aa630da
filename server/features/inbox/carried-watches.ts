import { sql } from 'kysely';
import { type CarryOver, carriedIds } from '#server/extensions/bug-extension.ts';
import { recordChange } from '#server/engine/changes.ts';
import { engineOf } from '#server/engine/dialect.ts';

/** Watchers of a duplicate also watch the bug that it leads to, unless they have stopped watching that. */
export const carriedWatches: CarryOver = {
  async carry(tx, carried, at) {
    const { target, isOrigin } = carriedIds(tx, carried);
    await sql`
      insert into carried_watches (target_id, user_id, origin_id)
      select ${target}, own.user_id, own.bug_id
      from (
        select bug_id, user_id from watches
        where is_on = 1 and is_carried = 0 and ${isOrigin('watches.bug_id')}
        union
        select id, created_by from bugs where ${isOrigin('bugs.id')} and not exists (
          select 1 from watches where bug_id = bugs.id and user_id = bugs.created_by and is_on = 0)
      ) as own where 1 = 1
      on conflict do nothing`.execute(tx);
    await sql`
      insert into watches (bug_id, user_id, is_on, at, is_carried)
      select distinct target_id, user_id, 1, cast(${at} as ${engineOf(tx).types.time}), 1 from carried_watches
      where target_id = ${target} and ${isOrigin('origin_id')}
      on conflict do nothing`.execute(tx);
    recordChange(tx, { kind: 'watchers', id: carried.target, version: null });
  },
  async takeBack(tx, carried) {
    const { target, isOrigin } = carriedIds(tx, carried);
    await sql`
      delete from carried_watches
      where target_id = ${target} and ${isOrigin('origin_id')}`.execute(tx);
    await sql`
      delete from watches where is_carried = 1 and watches.bug_id = ${target} and not exists (
        select 1 from carried_watches
        where target_id = watches.bug_id and carried_watches.user_id = watches.user_id)`.execute(tx);
    recordChange(tx, { kind: 'watchers', id: carried.target, version: null });
  },
};
