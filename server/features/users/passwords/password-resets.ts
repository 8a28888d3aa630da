import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import * as contract from '#contract/accounts/account-links.ts';
import { adminMessages, type createResetLink as createResetLinkEndpoint } from '#contract/admin/admin.ts';
import type { Output } from '#contract/endpoint.ts';
import { userRefusals } from '#contract/accounts/users.ts';
import type { Tx } from '#server/engine/schema.ts';
import { AppError, tooManyRequests } from '#server/http/errors.ts';
import type { Call, RequestContext } from '#server/http/request-context.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { type Job, maxMailAttempts } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { enqueueMail, sendAccountMail } from '#server/mail/account-mail.ts';
import { settleChanges } from '#server/features/users/email/email-change-queries.ts';
import { noteProven } from '#server/features/users/email/email-confirmations.ts';
import { invalidLink, linkToken } from '#server/features/users/link-tokens.ts';
import { findByEmail, lockAccount, updateUser } from '#server/features/users/queries.ts';
import { deleteSessionsOf } from '#server/features/users/sessions/session-queries.ts';
import { countTry, forgetFailedSignIns, resets } from '#server/features/users/sessions/tries.ts';
import * as queries from './password-reset-queries.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';

type ResetLink = Output<typeof createResetLinkEndpoint>;

/**
 * Makes a link with which the user can set a new password once. Its secret is in the fragment, which browsers do not send;
 * the database contains only its hash.
 */
export async function makeResetLink(
  tx: Tx,
  { userId, publicUrl, now }: { userId: string; publicUrl: string; now: Date },
): Promise<ResetLink> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + queries.resetLife);
  await queries.insertReset(tx, { userId, tokenHash: tokenHash(token), createdAt: now, isMailed: false });
  return { url: `${publicUrl}/reset-password#${token}`, expiresAt: expiresAt.toISOString() };
}

/**
 * Makes a reset link for an admin to hand over.
 * @throws AppError 404, or 403 if the user is suspended
 */
export async function createResetLink(call: Call<typeof createResetLinkEndpoint>): Promise<ResetLink> {
  const { write, emit, settings, now } = call;
  const userId = call.params.id;
  return write(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw new AppError('not_found', adminMessages.notFound());
    if (account.suspendedAt !== null) throw new AppError('suspended', adminMessages.suspended());
    const link = await makeResetLink(tx, { userId, publicUrl: settings.publicUrl, now: now() });
    emit(tx, { type: 'password reset link created', userId });
    return link;
  });
}

const payload = z.strictObject({
  /** Null if no account has the address: the job does nothing then, but the request took as long. */
  userId: z.nullable(z.string()),
  requestedAt: z.string(),
});

/** Sends a reset link. The link expires half an hour after it was requested, however long the mail waits. */
export const resetMail: Job<z.infer<typeof payload>> = {
  kind: 'password reset mail',
  payload,
  group: 'accountMail',
  maxAttempts: maxMailAttempts,
  async run({ db, write, files, mail, settings, now }, { userId, requestedAt }, { id, signal }) {
    if (userId === null) return;
    const token = await linkToken(files, 'password reset', id);
    const reset = { userId, tokenHash: tokenHash(token), createdAt: new Date(requestedAt), isMailed: true };
    const isValid = await write(async (tx) => {
      await queries.insertReset(tx, reset);
      return (await queries.findReset(tx, reset.tokenHash, now())) !== undefined;
    });
    if (!isValid) return;
    const params = { url: `${settings.publicUrl}/reset-password#${token}`, minutes: contract.resetMinutes };
    const sending = { to: { userId }, template: 'passwordReset', params } as const;
    await sendAccountMail({ db, mail, settings }, sending, { id, signal });
  },
};

/**
 * Sends a reset link to the address, if an account has it. If none has, the statements and the answer are the same,
 * because a job decides what is sent.
 * @throws AppError 404 if mail is not set up, 429
 */
export async function requestPasswordReset(call: Call<typeof contract.requestPasswordReset>): Promise<void> {
  const { settings, write, emit, address } = call;
  const { email } = call.body;
  if (!settings.mail) throw new AppError('not_found', contract.accountLinkMessages.noMail());
  const at = call.now();
  const wait = await write(async (tx) => {
    const tooMany = await countTry(tx, resets, { email, address }, at);
    if (tooMany > 0) return tooMany;
    const found = await findByEmail(tx, email);
    const userId = found?.suspendedAt === null ? found._id : null;
    await enqueue(tx, resetMail, { userId, requestedAt: at.toISOString() }, { now: at });
    emit(tx, { type: 'password reset requested', userId: found?._id });
    return 0;
  });
  if (wait > 0) throw tooManyRequests(userRefusals.tooManyResetRequests, wait);
}

/**
 * Sets a new password by the token of a link. Ends all sessions of the user, and resets the failed sign-ins from this
 * network, so that the new password can be used at once.
 * @throws AppError 400
 */
export async function resetPassword(call: Call<typeof contract.resetPassword>): Promise<void> {
  const { db, write, emit, address, now } = call;
  const { token, newPassword } = call.body;
  const hash = tokenHash(token);
  const account = await queries.findReset(db, hash, now());
  if (!account) throw invalidLink();
  checkNewPassword(call, 'newPassword', newPassword, account);
  const passwordHash = await hashPassword(newPassword, `account ${account._id}`);
  await write(async (tx) => {
    const present = await lockAccount(tx, account._id);
    // The link may have expired, or been used or replaced, while the password was hashed.
    const used = await queries.useReset(tx, hash, now());
    if (present?.suspendedAt !== null || !used) throw invalidLink();
    await updateUser(tx, account._id, { passwordHash });
    await deleteSessionsOf(tx, account._id);
    if (used.isMailed) {
      await noteProven(tx, call, account._id);
      await settleChanges(tx, account._id, now());
    }
    await forgetFailedSignIns(tx, present.email, address);
    emit(tx, { type: 'password reset', userId: account._id });
    await mailNewPassword(tx, call, account._id);
  });
}

/** Mails the user that the password has changed, if mail is set up. */
export async function mailNewPassword(
  tx: Tx,
  { address, settings, now }: Pick<RequestContext, 'address' | 'settings' | 'now'>,
  userId: string,
): Promise<void> {
  const params = { address, at: now().toISOString() };
  await enqueueMail(tx, { to: { userId }, template: 'passwordChanged', params }, { now: now(), settings });
}
