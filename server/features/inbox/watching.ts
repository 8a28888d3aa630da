import { sql } from 'kysely';
import * as contract from '#contract/conversation/watching.ts';
import type { Watchers } from '#contract/conversation/watching.ts';
import { isAdmin } from '#contract/permissions.ts';
import { holdBug } from '#server/engine/bugs/bugs.ts';
import { recordChange } from '#server/engine/changes.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type CarryOver, carriedIds } from '#server/extensions/bug-extension.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Caller, demand } from '#server/http/session/session.ts';
import * as queries from './watch-queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'watchers changed': { bugId: string };
  }
}

/** Makes a user watch a bug, or stop watching it. @throws AppError 403, 404, and 400 for a user who cannot watch */
export async function changeWatching(
  tx: Tx,
  { caller, params, query, now, emit }: Call<typeof contract.watchBug>,
  isOn: boolean,
): Promise<void> {
  const { user: userId = caller._id } = query;
  demand(caller, contract.watchingPermissions.change, { userId });
  const [bug, active] = await Promise.all([holdBug(tx, params.id), queries.findActive(tx, [userId])]);
  if (!bug) throw notFound(contract.watchBug);
  if (active.length === 0) throw fieldError('user', contract.watchingMessages.unknownUser());
  const at = now().toISOString();
  await queries.storeWatching(tx, { bugId: params.id, userId, isOn, at, isForced: true });
  emit(tx, {
    type: 'watchers changed',
    bugId: params.id,
    changes: [{ kind: 'watchers', id: params.id, version: null }],
  });
}

/** @throws AppError 404 */
export async function readWatchers(db: Db, bugId: string, caller: Caller): Promise<Watchers> {
  const [creator, counted, all] = await Promise.all([
    queries.findCreator(db, bugId),
    queries.countWatchers(db, bugId, caller._id),
    isAdmin(caller) ? queries.findWatchers(db, bugId) : undefined,
  ]);
  if (creator === undefined) throw notFound(contract.getWatchers);
  const own = counted.isWatching ? [{ _id: caller._id, name: caller.name }] : [];
  return { ...counted, watchers: all ?? own };
}

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
