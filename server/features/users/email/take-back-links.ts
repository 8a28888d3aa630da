import type { Tx } from '#server/engine/schema.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { findChange, listChanges } from './email-change-queries.ts';
import { undoChanges } from './email-changes.ts';
import { findConfirmation, findWaiting } from './email-confirmation-queries.ts';
import { dropChange, noteProven } from './email-confirmations.ts';
import { idOfToken, invalidLink } from '#server/features/users/link-tokens.ts';
import { lockAccount } from '#server/features/users/queries.ts';
import { deleteSessionsOf } from '#server/features/users/sessions/session-queries.ts';

/**
 * Undoes a change of an address by the link that was sent to the old one, or cancels it while it waits to be confirmed.
 * All sessions end, not only those that made the change: by now, the password may have been reset through the new
 * address.
 * @throws AppError 400
 */
export async function takeBackByLink(context: RequestContext, token: string): Promise<void> {
  const id = await idOfToken(context.files, 'take back email', token);
  if (id === undefined) throw invalidLink();
  await context.write(async (tx) => {
    const found = await findChange(tx, id, context.now());
    if (!found) return cancelByLink(tx, context, id);
    const account = await lockAccount(tx, found.userId);
    const changes = await listChanges(tx, found.userId, context.now());
    const index = changes.findIndex(({ _id }) => _id === id);
    // It may have been undone or settled while the account was locked.
    if (!account || index === -1 || changes[index]?.isSettled) throw invalidLink();
    const change = { userId: found.userId, before: account.email, undone: changes.slice(0, index + 1) };
    await undoChanges(tx, context, { ...change, isProven: true });
    await deleteSessionsOf(tx, found.userId);
  });
}

/** @throws AppError 400 */
async function cancelByLink(tx: Tx, context: RequestContext, id: string): Promise<void> {
  const found = await findConfirmation(tx, id, context.now());
  if (!found) throw invalidLink();
  await lockAccount(tx, found.userId);
  const { change } = await findWaiting(tx, found.userId, context.now());
  // Confirmed or cancelled at the same time.
  if (change?.id !== id) throw invalidLink();
  await dropChange(tx, context.emit, change);
  await noteProven(tx, context, found.userId);
  await deleteSessionsOf(tx, found.userId);
}
