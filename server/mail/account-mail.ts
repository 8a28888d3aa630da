import { z } from 'zod';
import type { Language } from '#contract/languages.ts';
import { languageCodes } from '#contract/conversation/mail.ts';
import { newId } from '#server/engine/id.ts';
import type { Tx } from '#server/engine/schema.ts';
import { type Job, type JobContext, PermanentFailure, maxMailAttempts } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Settings } from '#server/settings.ts';
import { type TemplateName, type TemplateParams, accountTexts } from './account-texts.ts';
import { MailError, type MailMessage, type Mailer } from '#server/jobs/mailer.ts';
import { messageIdOf } from './header-text.ts';
import { findMailUser } from './recipient.ts';
import { type MailContent, render } from './render.ts';

/**
 * The recipient: a user, at the account's address when the mail is sent, or an address, which may no longer belong to
 * an account.
 */
const recipient = z.union([
  z.strictObject({ userId: z.string() }),
  // Not strict: jobs of earlier versions also have a name.
  z.object({ address: z.string(), language: z.enum(languageCodes) }),
]);

const payload = z.strictObject({
  to: recipient,
  template: z.enum(Object.keys(accountTexts.en) as [TemplateName, ...TemplateName[]]),
  params: z.record(z.string(), z.unknown()),
});

interface AccountMail<N extends TemplateName> {
  readonly to: z.infer<typeof recipient>;
  readonly template: N;
  /**
   * The parameters are stored with the job, so they contain no secrets. A mail with a secret is sent by a job of its
   * own, with `sendAccountMail`.
   */
  readonly params: TemplateParams<N>;
}

/** Sends account mail after the transaction's commit, in the recipient's language, if mail is set up. */
export async function enqueueMail<N extends TemplateName>(
  tx: Tx,
  { to, template, params }: AccountMail<N>,
  { now, settings }: { readonly now: Date; readonly settings: Settings },
): Promise<void> {
  if (settings.mail) await enqueue(tx, accountMail, { to, template, params: { ...params } }, { now });
}

/** Sends the mails of `enqueueMail`. */
export const accountMail: Job<z.infer<typeof payload>> = {
  kind: 'mail',
  payload,
  firstRetry: 60_000,
  maxAttempts: maxMailAttempts,
  group: 'accountMail',
  // The parameters matched the template when they were stored.
  run: (context, { params, ...rest }, attempt) =>
    sendAccountMail(context, { ...rest, params: params as never }, attempt),
};

/**
 * Sends account mail now, for jobs that create the secret of a link when they run. Suspended users get no mail.
 * @throws PermanentFailure if the address or the message is refused, MailError if another attempt may succeed
 */
export async function sendAccountMail<N extends TemplateName>(
  { db, mail, settings }: Pick<JobContext, 'db' | 'mail' | 'settings'>,
  { to, template, params }: AccountMail<N>,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const { publicUrl, name: tracker } = settings;
  const found = 'userId' in to ? await findMailUser(db, to.userId, settings) : to;
  if (!found) return;
  const { language, address } = found;
  const make = accountTexts[language][template] as (
    all: typeof params & { publicUrl: string; tracker: string },
  ) => MailContent;
  const content = render(make({ ...params, publicUrl, tracker }), language);
  if (!mail) throw new Error('Mail is not set up');
  await sendOrFail(mail, { to: { address }, ...content, messageId: messageIdOf(id, publicUrl) }, signal);
}

/** Sends a message in a job. Permanent failures are not retried. */
export async function sendOrFail(mail: Mailer, message: MailMessage, signal: AbortSignal): Promise<void> {
  try {
    await mail.send(message, signal);
  } catch (error) {
    if (error instanceof MailError && error.isPermanent)
      throw new PermanentFailure(error.message, { cause: error });
    throw error;
  }
}

/**
 * Sends a test message at once.
 * @throws MailError
 */
export async function sendTestMessage(
  mailer: Mailer,
  to: string,
  { publicUrl, name, language = 'en' }: Pick<Settings, 'publicUrl' | 'name'> & { language?: Language },
): Promise<void> {
  const content = render(accountTexts[language].test({ publicUrl, tracker: name }), language);
  // The caller waits for the answer.
  const signal = AbortSignal.timeout(20_000);
  await mailer.send({ to: { address: to }, ...content, messageId: messageIdOf(newId(), publicUrl) }, signal);
}
