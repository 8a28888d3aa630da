import * as contract from '#contract/mail.ts';
import type { Feature } from '#server/feature.ts';
import { route } from '#server/http/route.ts';
import { accountMail } from '#server/mail/account-mail.ts';
import { MailError } from '#server/mail/mailer.ts';
import { mailerOf } from '#server/mail/mailer-of.ts';
import { languageOf } from '#server/mail/recipient-language.ts';
import { sendTestMessage } from '#server/mail/test-mail.ts';

/** Sending mail. */
export const mail: Feature = {
  name: 'mail',
  routes: [
    route(contract.getMail, async ({ settings }) => ({ isSetUp: settings.mail !== undefined })),
    route(contract.sendTestMail, async ({ db, caller, settings }) => {
      const mailer = mailerOf(settings);
      if (!mailer) return { error: 'SMTP_URL and MAIL_FROM are not set' };
      try {
        const { publicUrl } = settings;
        const language = await languageOf(db, caller._id);
        const to = { name: caller.name, address: caller.email };
        await sendTestMessage(mailer, to, { publicUrl, language });
        return { error: null };
      } catch (error) {
        if (error instanceof MailError) return { error: error.message };
        throw error;
      }
    }),
  ],
  jobs: [accountMail],
};
