import { sql } from 'kysely';
import type { CarryOver } from '#server/extensions/carry-over.ts';
import { recordChange } from '#server/db/changes.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';

function among(tx: Tx, column: string, ids: readonly string[]) {
  return engineOf(tx).isAmong(column, JSON.stringify(ids), 'uuid');
}

/** Those who watch a duplicate watch what it is a duplicate of. A user who has stopped watching that is left alone. */
export const carriedWatches: CarryOver = {
  async carry(tx, { origins, targets }, at) {
    await sql`
      insert into carried_watches (target_id, user_id, origin_id)
      select targets.id, own.user_id, own.bug_id
      from (
        select bug_id, user_id from watches
        where is_on = 1 and is_carried = 0 and ${among(tx, 'watches.bug_id', origins)}
        union
        select id, created_by from bugs where ${among(tx, 'bugs.id', origins)} and not exists (
          select 1 from watches where bug_id = bugs.id and user_id = bugs.created_by and is_on = 0)
      ) as own cross join (select id from bugs where ${among(tx, 'bugs.id', targets)}) as targets
      where 1 = 1
      on conflict do nothing`.execute(tx);
    await sql`
      insert into watches (bug_id, user_id, is_on, at, is_carried)
      select distinct target_id, user_id, 1, cast(${at} as ${engineOf(tx).types.time}), 1 from carried_watches
      where ${among(tx, 'target_id', targets)} and ${among(tx, 'origin_id', origins)}
      on conflict do nothing`.execute(tx);
    for (const id of targets) recordChange(tx, { kind: 'watchers', id, version: null });
  },
  async takeBack(tx, { origins, targets }) {
    await sql`
      delete from carried_watches
      where ${among(tx, 'target_id', targets)} and ${among(tx, 'origin_id', origins)}`.execute(tx);
    await sql`
      delete from watches where is_carried = 1 and ${among(tx, 'watches.bug_id', targets)} and not exists (
        select 1 from carried_watches
        where target_id = watches.bug_id and carried_watches.user_id = watches.user_id)`.execute(tx);
    for (const id of targets) recordChange(tx, { kind: 'watchers', id, version: null });
  },
};
