import { z } from 'zod';
import { accountLinkMessages, resetMinutes } from '#contract/accounts/account-links.ts';
import { AppError } from '#server/http/errors.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { type Job, maxMailAttempts } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { enqueueMail, sendAccountMail } from '#server/mail/account-mail.ts';
import { linkToken } from '#server/features/users/link-tokens.ts';
import { findByEmail } from '#server/features/users/queries.ts';
import { countResetRequest, tooManyResetRequests } from '#server/features/users/sessions/tries.ts';
import type { Tx } from '#server/engine/schema.ts';
import * as resets from './password-reset-queries.ts';

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
    const reset = { userId, tokenHash: tokenHash(token), createdAt: new Date(requestedAt) };
    const isValid = await write(async (tx) => {
      await resets.insertResetOnce(tx, reset);
      return (await resets.findReset(tx, reset.tokenHash, now())) !== undefined;
    });
    if (!isValid) return;
    const params = { url: `${settings.publicUrl}/reset-password#${token}`, minutes: resetMinutes };
    const sending = { to: { userId }, template: 'passwordReset', params } as const;
    await sendAccountMail({ db, mail, settings }, sending, { id, signal });
  },
};

/**
 * Sends a reset link to the address, if an account has it. Statements and answer are the same where none has: a job decides
 * what is sent.
 * @throws AppError 404 where mail is not set up, 429
 */
export async function requestPasswordReset(context: RequestContext, email: string): Promise<void> {
  const { settings, write, emit, address } = context;
  if (!settings.mail) throw new AppError('not_found', accountLinkMessages.noMail());
  const at = context.now();
  const wait = await write(async (tx) => {
    const tooMany = await countResetRequest(tx, email, address, at);
    if (tooMany > 0) return tooMany;
    const found = await findByEmail(tx, email);
    const userId = found?.suspendedAt === null ? found._id : null;
    await enqueue(tx, resetMail, { userId, requestedAt: at.toISOString() }, { now: at });
    emit(tx, { type: 'password reset requested', userId: found?._id });
    return 0;
  });
  if (wait > 0) throw tooManyResetRequests(wait);
}

/** Mails the user that the password has changed, where mail is set up. */
export async function tellOfNewPassword(
  tx: Tx,
  { address, settings, now }: Pick<RequestContext, 'address' | 'settings' | 'now'>,
  userId: string,
): Promise<void> {
  const params = { address, at: now().toISOString() };
  await enqueueMail(tx, { to: { userId }, template: 'passwordChanged', params }, { now: now(), settings });
}
