import type { Settings } from '#server/settings.ts';
import type { MailSettings } from './mail-settings.ts';
import type { Mailer } from '#server/jobs/mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

const mailers = new WeakMap<MailSettings, Mailer>();

/** The mailer of a server with these settings, shared by all of its parts; undefined where mail is not set up. */
export function mailerOf({ mail: settings }: Pick<Settings, 'mail'>): Mailer | undefined {
  if (!settings) return undefined;
  const mailer = mailers.get(settings) ?? new SmtpMailer(settings);
  mailers.set(settings, mailer);
  return mailer;
}
