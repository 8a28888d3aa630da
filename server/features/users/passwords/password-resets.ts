import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { adminMessages, type createResetLink as createResetLinkEndpoint } from '#contract/admin/admin.ts';
import type { resetPassword as resetPasswordEndpoint } from '#contract/accounts/account-links.ts';
import type { Output } from '#contract/endpoint.ts';
import type { Tx } from '#server/engine/schema.ts';
import { AppError } from '#server/http/errors.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { tokenHash } from '#server/http/session/token.ts';
import * as resets from './password-reset-queries.ts';
import { settleChanges } from '#server/features/users/email/email-change-queries.ts';
import { noteProven } from '#server/features/users/email/email-confirmations.ts';
import { tellOfNewPassword } from './password-mails.ts';
import { invalidLink } from '#server/features/users/link-tokens.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { lockAccount, updateUser } from '#server/features/users/queries.ts';
import { deleteSessionsOf } from '#server/features/users/sessions/session-queries.ts';
import { forgetFailedSignIns } from '#server/features/users/sessions/tries.ts';

type ResetLink = Output<typeof createResetLinkEndpoint>;

/**
 * Makes a link with which the user can set a new password, once. Its secret is in the fragment, which no browser sends; the
 * database has its hash alone.
 */
export async function makeResetLink(
  tx: Tx,
  { userId, publicUrl, now }: { userId: string; publicUrl: string; now: Date },
): Promise<ResetLink> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + resets.resetLife);
  await resets.insertReset(tx, { userId, tokenHash: tokenHash(token), createdAt: now });
  return { url: `${publicUrl}/reset-password#${token}`, expiresAt: expiresAt.toISOString() };
}

/**
 * Makes a reset link for an admin to hand over.
 * @throws AppError 404, or 403 where the user is suspended
 */
export async function createResetLink(context: RequestContext, userId: string): Promise<ResetLink> {
  const { write, emit, settings, now } = context;
  return write(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw new AppError('not_found', adminMessages.notFound());
    if (account.suspendedAt !== null) throw new AppError('suspended', adminMessages.suspended());
    const link = await makeResetLink(tx, { userId, publicUrl: settings.publicUrl, now: now() });
    emit(tx, { type: 'password reset link created', userId });
    return link;
  });
}

type ResetBody = z.output<NonNullable<typeof resetPasswordEndpoint.body>>;

/**
 * Sets a new password by the token of a link. Ends all sessions of the user, and resets the failed sign-ins from this
 * network, so that the new password can be used at once.
 * @throws AppError 400
 */
export async function resetPassword(
  context: RequestContext,
  { token, newPassword }: ResetBody,
): Promise<void> {
  const { db, write, emit, address, now } = context;
  const hash = tokenHash(token);
  const account = await resets.findReset(db, hash, now());
  if (!account) throw invalidLink();
  checkNewPassword(context, 'newPassword', newPassword, account);
  const passwordHash = await hashPassword(newPassword, `account ${account._id}`);
  await write(async (tx) => {
    const present = await lockAccount(tx, account._id);
    // The link may have expired, or been used or replaced, while the password was hashed.
    const used = await resets.useReset(tx, hash, now());
    if (present?.suspendedAt !== null || !used) throw invalidLink();
    await updateUser(tx, account._id, { passwordHash });
    await deleteSessionsOf(tx, account._id);
    if (used.isMailed) {
      await noteProven(tx, context, account._id);
      await settleChanges(tx, account._id, now());
    }
    await forgetFailedSignIns(tx, present.email, address);
    emit(tx, { type: 'password reset', userId: account._id });
    await tellOfNewPassword(tx, context, account._id);
  });
}
