import { readConfig } from '#server/config.ts';
import { isMailAddress } from '#server/mail/header-text.ts';
import { MailError } from '#server/jobs/mailer.ts';
import { SmtpMailer } from '#server/mail/smtp-mailer.ts';
import { sendTestMessage } from '#server/mail/test-mail.ts';
import { StartError } from '#server/start-error.ts';
import type { Command } from './command.ts';
import { mailIn } from './mail-in.ts';

export const mail: Command = {
  help: `
  mail test <address>    send a test message with SMTP_URL and MAIL_FROM
  mail in                take an e-mail from the standard input, for mail servers that deliver to a program`,
  async run(call) {
    const { words, environment, publicUrl, say } = call;
    const [verb, address, ...rest] = words;
    if (verb === 'in' && address === undefined) return mailIn(call);
    if (verb !== 'test' || address === undefined || !isMailAddress(address) || rest.length > 0)
      throw new StartError('Say to whom: npm run katydid -- mail test <address>');
    const settings = readConfig(environment).settings.mail;
    if (!settings) throw new StartError('SMTP_URL and MAIL_FROM are not set.');
    const mailer = new SmtpMailer(settings);
    try {
      await sendTestMessage(mailer, address, { publicUrl });
      say(`The mail server has accepted a message to ${address}.`);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      throw new StartError(`The mail server did not accept the message: ${error.message}`, { cause: error });
    } finally {
      mailer.close();
    }
  },
};
