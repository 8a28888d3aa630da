import * as contract from '#contract/conversation/mail.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { accountMail, sendTestMessage } from '#server/mail/account-mail.ts';
import { MailError } from '#server/jobs/mailer.ts';
import { mailerOf } from '#server/mail/smtp-mailer.ts';
import { languageOf } from '#server/mail/recipient.ts';
import { render } from '#server/mail/render.ts';
import { composeExample } from './compose.ts';
import { moveDigest, sendDigests } from './digests.ts';
import { sendMessages } from './messages.ts';
import { publishedSecrets, voidingListeners } from './published.ts';
import { scheduleMail } from './schedule.ts';
import { readSettings, saveSettings } from './settings.ts';
import { serveUnsubscribe, unsubscribePath } from './unsubscribe.ts';

/** Sending mail: whether it is set up, the settings of users, and the jobs that send it. */
export const mail: ComposedFeature = {
  name: 'mail',
  bugs: { onNotified: scheduleMail },
  compose: ({ fields }) => ({
    routes: [
      route(contract.getMail, async ({ settings }) => ({ isSetUp: settings.mail !== undefined })),
      route(contract.getMailSettings, async ({ db, caller, settings }) =>
        readSettings(db, caller._id, settings),
      ),
      route(contract.updateMailSettings, async ({ write, caller, body, now }) => {
        await write(async (tx) => {
          await saveSettings(tx, caller._id, body);
          await moveDigest(tx, caller._id, { settings: body, now: now() });
        });
        return { ...body, isSaved: true };
      }),
      route(contract.previewMail, async ({ db, caller, query, now, settings: server }) => {
        const { publicUrl, name: tracker } = server;
        const saved = await readSettings(db, caller._id, server);
        const settings = { ...saved, language: query.language ?? saved.language };
        const around = { publicUrl, tracker, unsubscribeUrl: `${publicUrl}${unsubscribePath}`, settings };
        const content = composeExample(query.kind, { settings, around, now: now() });
        const { subject, text } = render(content, settings.language);
        return { subject, text };
      }),
      route(contract.sendTestMail, async ({ db, caller, settings }) => {
        const mailer = mailerOf(settings);
        if (!mailer) return { error: 'SMTP_URL and MAIL_FROM are not set' };
        try {
          const language = await languageOf(db, caller._id, settings);
          await sendTestMessage(mailer, caller.email, { ...settings, language });
          return { error: null };
        } catch (error) {
          if (error instanceof MailError) return { error: error.message };
          throw error;
        }
      }),
    ],
    listeners: voidingListeners,
    jobs: [accountMail, sendMessages(fields), sendDigests(fields), publishedSecrets],
    serve: serveUnsubscribe,
  }),
};
