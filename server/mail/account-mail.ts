import { z } from 'zod';
import type { Language } from '#contract/languages.ts';
import { languageCodes } from '#contract/conversation/mail.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type Job, type JobContext, PermanentFailure, maxMailAttempts } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Settings } from '#server/settings.ts';
import { type TemplateName, type TemplateParams, accountTexts } from './account-texts.ts';
import { MailError, type MailMessage } from '#server/jobs/mailer.ts';
import { messageIdOf } from './header-text.ts';
import { findMailUser, languageOf } from './recipient.ts';
import { type MailContent, render } from './render.ts';

/** A user, at the address of the account when the mail is sent; or an address, which may no longer belong to an account. */
type Recipient = { readonly userId: string } | { readonly address: string; readonly language: Language };

interface AccountMail<N extends TemplateName> {
  readonly to: Recipient;
  readonly template: N;
  /** Stored with the job: no secrets. A mail with a secret is sent by a job of its own, with `sendAccountMail`. */
  readonly params: TemplateParams<N>;
}

interface EnqueueMailOptions {
  readonly now: Date;
  readonly settings: Settings;
  /** The time after which it is no longer sent. */
  readonly notAfter?: Date;
}

const recipient = z.union([
  z.strictObject({ userId: z.string() }),
  // Not strict: jobs of earlier versions also have a name.
  z.object({ address: z.string(), language: z.enum(languageCodes) }),
]);

const payload = z.strictObject({
  to: recipient,
  template: z.enum(Object.keys(accountTexts.en) as [TemplateName, ...TemplateName[]]),
  params: z.record(z.string(), z.unknown()),
  notAfter: z.optional(z.string()),
});

/**
 * Sends account mail after the transaction's commit, in the recipient's language. Returns false, and does nothing, if
 * mail is not set up.
 */
export async function enqueueMail<N extends TemplateName>(
  tx: Tx,
  mail: AccountMail<N>,
  { now, settings, notAfter }: EnqueueMailOptions,
): Promise<boolean> {
  if (!settings.mail) return false;
  const { to, template, params } = mail;
  await enqueue(
    tx,
    accountMail,
    { to, template, params: { ...params }, ...(notAfter && { notAfter: notAfter.toISOString() }) },
    { now },
  );
  return true;
}

/** Sends the mails of `enqueueMail`. */
export const accountMail: Job<z.infer<typeof payload>> = {
  kind: 'mail',
  payload,
  firstRetry: 60_000,
  maxAttempts: maxMailAttempts,
  group: 'accountMail',
  async run(context, { to, template, params, notAfter }, { id, signal }) {
    if (notAfter !== undefined && context.now().toISOString() > notAfter) return;
    // The parameters matched the template when they were stored.
    await sendAccountMail(context, { to, template, params: params as never }, { id, signal });
  },
};

/**
 * Sends account mail now: for jobs that create the secret of a link when they run. Suspended users get none.
 * @throws PermanentFailure if the address or the message is refused, MailError if another attempt can help
 */
export async function sendAccountMail<N extends TemplateName>(
  { db, mail, settings }: Pick<JobContext, 'db' | 'mail' | 'settings'>,
  { to, template, params }: AccountMail<N>,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const found = 'userId' in to ? await findRecipient(db, to.userId) : to;
  if (!found) return;
  const { language, address } = found;
  const common = { publicUrl: settings.publicUrl };
  const make = accountTexts[language][template] as (all: typeof params & typeof common) => MailContent;
  const content = make({ ...params, ...common });
  if (!mail) throw new Error('Mail is not set up');
  await sendOrFail(
    mail,
    {
      to: { address },
      subject: content.subject,
      ...render(content, language),
      messageId: messageIdOf(id, settings.publicUrl),
    },
    signal,
  );
}

/** `send` for jobs: permanent failures are not retried. */
export async function sendOrFail(
  mail: NonNullable<JobContext['mail']>,
  message: MailMessage,
  signal: AbortSignal,
): Promise<void> {
  try {
    await mail.send(message, signal);
  } catch (error) {
    if (error instanceof MailError && error.isPermanent)
      throw new PermanentFailure(error.message, { cause: error });
    throw error;
  }
}

async function findRecipient(db: Db, userId: string) {
  const user = await findMailUser(db, userId);
  return user && { ...user, language: await languageOf(db, userId) };
}
