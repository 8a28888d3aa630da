import { z } from 'zod';
import { takeBackDays } from '#contract/accounts/email-changes.ts';
import { confirmationDays } from '#contract/accounts/account-links.ts';
import { type Job, maxMailAttempts } from '#server/jobs/job.ts';
import { sendAccountMail } from '#server/mail/account-mail.ts';
import { languageOf } from '#server/mail/recipient.ts';
import { namedToken } from '#server/features/users/link-tokens.ts';
import { findChange } from './email-change-queries.ts';
import { findConfirmation } from './email-confirmation-queries.ts';

const confirmationPayload = z.strictObject({ confirmationId: z.string() });

/** Sends the link that confirms an address, to that address. */
export const confirmationMail: Job<z.infer<typeof confirmationPayload>> = {
  kind: 'email confirmation mail',
  payload: confirmationPayload,
  group: 'accountMail',
  maxAttempts: maxMailAttempts,
  async run({ db, files, mail, settings, now }, { confirmationId }, { id, signal }) {
    const found = await findConfirmation(db, confirmationId, now());
    // The address was confirmed, or the change cancelled.
    if (!found) return;
    const { email, userId, isChange } = found;
    const token = await namedToken(files, 'confirm email', confirmationId);
    const to = { address: email, language: await languageOf(db, userId, settings) };
    const params = { email, url: `${settings.publicUrl}/confirm-email#${token}`, days: confirmationDays };
    const template = isChange === 1 ? 'confirmNewEmail' : 'confirmEmail';
    await sendAccountMail({ db, mail, settings }, { to, template, params }, { id, signal });
  },
};

const changePayload = z.strictObject({ changeId: z.string() });

/** Notifies the old address of a change, with a link that undoes it, or cancels it while it is pending. */
export const emailChangeMail: Job<z.infer<typeof changePayload>> = {
  kind: 'email change mail',
  payload: changePayload,
  group: 'accountMail',
  maxAttempts: maxMailAttempts,
  async run({ db, files, mail, settings, now }, { changeId }, { id, signal }) {
    const made = await findChange(db, changeId, now());
    const pending = made ? undefined : await findConfirmation(db, changeId, now());
    const change = made ?? (pending && { userId: pending.userId, from: pending.accountEmail });
    // The change was undone, settled, or not confirmed in time.
    if (!change) return;
    const { userId, from } = change;
    const token = await namedToken(files, 'take back email', changeId);
    const to = { address: from, language: await languageOf(db, userId, settings) };
    const params = { from, url: `${settings.publicUrl}/take-back-email#${token}`, days: takeBackDays };
    const template = made ? 'emailChanged' : 'emailChangeRequested';
    await sendAccountMail({ db, mail, settings }, { to, template, params }, { id, signal });
  },
};
