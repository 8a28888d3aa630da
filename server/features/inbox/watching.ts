import * as contract from '#contract/conversation/watching.ts';
import type { Watchers } from '#contract/conversation/watching.ts';
import { isAdmin } from '#contract/permissions.ts';
import { holdBug } from '#server/engine/bugs/bugs.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
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
  await queries.setWatching(tx, { bugId: params.id, userId, isOn, at: now().toISOString() });
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
