import { z } from 'zod';
import { takeBackDays } from '#contract/accounts/email-changes.ts';
import type { Db } from '#server/engine/schema.ts';
import { type Job, maxMailAttempts } from '#server/jobs/job.ts';
import { sendAccountMail } from '#server/mail/account-mail.ts';
import { languageOf } from '#server/mail/recipient.ts';
import { findChange } from './email-change-queries.ts';
import { findConfirmation } from './email-confirmation-queries.ts';
import { namedToken } from '#server/features/users/link-tokens.ts';

const payload = z.strictObject({ changeId: z.string() });

/** Notifies the old address of a change, with a link that undoes it, or cancels it while it waits to be confirmed. */
export const emailChangeMail: Job<z.infer<typeof payload>> = {
  kind: 'email change mail',
  payload,
  group: 'accountMail',
  maxAttempts: maxMailAttempts,
  async run({ db, files, mail, settings, now }, { changeId }, { id, signal }) {
    const made = await findChange(db, changeId, now());
    const change = made ?? (await findPending(db, changeId, now()));
    // The change was undone, settled, or not confirmed in time.
    if (!change) return;
    const token = await namedToken(files, 'take back email', changeId);
    const language = await languageOf(db, change.userId);
    const to = { address: change.from, language };
    const params = {
      from: change.from,
      url: `${settings.publicUrl}/take-back-email#${token}`,
      days: takeBackDays,
    };
    const template = made ? 'emailChanged' : 'emailChangeRequested';
    await sendAccountMail({ db, mail, settings }, { to, template, params }, { id, signal });
  },
};

/** A change that waits to be confirmed. */
async function findPending(db: Db, id: string, now: Date) {
  const found = await findConfirmation(db, id, now);
  return found && { userId: found.userId, from: found.accountEmail };
}
