import { z } from 'zod';
import { takeBackDays } from '#contract/email-changes.ts';
import { type Job, maxMailAttempts } from '#server/jobs/job.ts';
import { sendAccountMail } from '#server/mail/account-mail.ts';
import { languageOf } from '#server/mail/recipient.ts';
import { findChange } from './email-change-queries.ts';
import { namedToken } from './link-tokens.ts';

const payload = z.strictObject({ changeId: z.string() });

/** Tells the old address of a changed one, with a link that takes the change back. */
export const emailChangeMail: Job<z.infer<typeof payload>> = {
  kind: 'email change mail',
  payload,
  group: 'accountMail',
  maxAttempts: maxMailAttempts,
  async run({ db, files, mail, settings, now }, { changeId }, { id, signal }) {
    const change = await findChange(db, changeId, now());
    // Taken back meanwhile.
    if (!change) return;
    const token = await namedToken(files, 'take back email', changeId);
    const language = await languageOf(db, change.userId);
    const to = { address: change.from, name: change.name, language };
    const params = {
      from: change.from,
      to: change.to,
      url: `${settings.publicUrl}/take-back-email#${token}`,
      days: takeBackDays,
    };
    await sendAccountMail({ db, mail, settings }, { to, template: 'emailChanged', params }, { id, signal });
  },
};
