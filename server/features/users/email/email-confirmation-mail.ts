import { z } from 'zod';
import { confirmationDays } from '#contract/accounts/email-confirmations.ts';
import { type Job, maxMailAttempts } from '#server/jobs/job.ts';
import { sendAccountMail } from '#server/mail/account-mail.ts';
import { languageOf } from '#server/mail/recipient.ts';
import { findConfirmation } from './email-confirmation-queries.ts';
import { namedToken } from '#server/features/users/link-tokens.ts';

const payload = z.strictObject({ confirmationId: z.string() });

/** Sends the link that confirms an address, to that address. */
export const confirmationMail: Job<z.infer<typeof payload>> = {
  kind: 'email confirmation mail',
  payload,
  group: 'accountMail',
  maxAttempts: maxMailAttempts,
  async run({ db, files, mail, settings, now }, { confirmationId }, { id, signal }) {
    const found = await findConfirmation(db, confirmationId, now());
    // The address was confirmed, or the change cancelled.
    if (!found) return;
    const token = await namedToken(files, 'confirm email', confirmationId);
    const language = await languageOf(db, found.userId);
    const to = { address: found.email, language };
    const params = {
      email: found.email,
      url: `${settings.publicUrl}/confirm-email#${token}`,
      days: confirmationDays,
    };
    const template = found.isChange === 1 ? 'confirmNewEmail' : 'confirmEmail';
    await sendAccountMail({ db, mail, settings }, { to, template, params }, { id, signal });
  },
};
