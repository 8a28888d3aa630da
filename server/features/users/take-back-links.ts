import type { RequestContext } from '#server/http/request-context.ts';
import { findChange, listChanges } from './email-change-queries.ts';
import { undoChanges } from './email-changes.ts';
import { idOfToken } from './link-tokens.ts';
import { invalidLink } from './password-resets.ts';
import { lockAccount } from './queries.ts';
import { deleteSessionsOf } from './session-queries.ts';

/**
 * Takes a change of an address back by the link that was sent to the old one. All sessions end, not only those that made the
 * change: by now, the password may have been reset through the new address.
 * @throws AppError 400
 */
export async function takeBackByLink(context: RequestContext, token: string): Promise<void> {
  const id = await idOfToken(context.files, 'take back email', token);
  if (id === undefined) throw invalidLink();
  await context.write(async (tx) => {
    const found = await findChange(tx, id, context.now());
    if (!found) throw invalidLink();
    const account = await lockAccount(tx, found.userId);
    const changes = await listChanges(tx, found.userId, context.now());
    const index = changes.findIndex(({ _id }) => _id === id);
    if (!account || index === -1) throw invalidLink();
    const change = { userId: found.userId, before: account.email, undone: changes.slice(0, index + 1) };
    await undoChanges(tx, context, change);
    await deleteSessionsOf(tx, found.userId);
  });
}
