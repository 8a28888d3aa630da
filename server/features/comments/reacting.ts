import * as contract from '#contract/conversation/comments.ts';
import * as bugReactions from '#contract/conversation/reactions.ts';
import type { Reaction } from '#contract/conversation/reactions.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Target, deleteReaction, insertReaction, reactionsTo } from './reactions.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'reactions changed': { target: Target; id: string };
  }
}

const endpoints = { bug: bugReactions.addBugReaction, comment: contract.addCommentReaction } as const;

type Reacting = Pick<Call<typeof contract.addCommentReaction>, 'caller' | 'params' | 'emit' | 'now'>;

/** Adds or removes a reaction of the caller, and returns all. @throws AppError 404 */
export async function react(
  tx: Tx,
  { caller, params, emit, now }: Reacting,
  { target, isAdded }: { target: Target; isAdded: boolean },
): Promise<Reaction[]> {
  const { id, name } = params;
  const select =
    target === 'bug'
      ? tx.selectFrom('bugs').select('version').where('id', '=', id)
      : tx.selectFrom('comments').select('version').where('id', '=', id).where('deleted_at', 'is', null);
  // Locked until the transaction ends: deletions wait, other reactions do not.
  const found = await (engineOf(tx).transactionsOverlap ? select.forKeyShare() : select).executeTakeFirst();
  if (!found) throw notFound(endpoints[target]);
  const reaction = { target, id, name, userId: caller._id };
  const isChanged = isAdded
    ? await insertReaction(tx, reaction, now().toISOString())
    : await deleteReaction(tx, reaction);
  if (isChanged) {
    const change =
      target === 'bug'
        ? ({ kind: 'reactions', id, version: null } as const)
        : ({ kind: 'comment', id, version: found.version } as const);
    emit(tx, { type: 'reactions changed', target, id, changes: [change] });
  }
  return (await reactionsTo(tx, target, { ids: [id], callerId: caller._id })).get(id) ?? [];
}

/** The reactions to a bug. @throws AppError 404 */
export async function readBugReactions(db: Db, id: string, callerId: string): Promise<Reaction[]> {
  const [bug, reactions] = await Promise.all([
    db.selectFrom('bugs').select('id').where('id', '=', id).executeTakeFirst(),
    reactionsTo(db, 'bug', { ids: [id], callerId }),
  ]);
  if (!bug) throw notFound(endpoints.bug);
  return reactions.get(id) ?? [];
}
