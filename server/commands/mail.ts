import type { Readable } from 'node:stream';
import type { Store } from '#server/engine/store.ts';
import { backlogLimits, fullBacklog, maxMailBytes, takeOver } from '#server/features/mail-in/incoming.ts';
import { isMailAddress } from '#server/mail/header-text.ts';
import { MailError } from '#server/jobs/mailer.ts';
import { SmtpMailer } from '#server/mail/smtp-mailer.ts';
import { sendTestMessage } from '#server/mail/account-mail.ts';
import { StartError } from '#server/start-error.ts';
import { type Command, type CommandCall, onDatabase } from './command.ts';

export const mail: Command = {
  help: `
  mail test <address>    send a test message with SMTP_URL and MAIL_FROM
  mail in                take an e-mail from the standard input, for mail servers that deliver to a program`,
  async run(call) {
    const { words, settings, say } = call;
    const [verb, address, ...rest] = words;
    if (verb === 'in' && address === undefined) return mailIn(call);
    if (verb !== 'test' || address === undefined || !isMailAddress(address) || rest.length > 0)
      throw new StartError('Say to whom: npm run katydid -- mail test <address>');
    if (!settings.mail) throw new StartError('SMTP_URL and MAIL_FROM are not set.');
    const mailer = new SmtpMailer(settings.mail);
    try {
      await sendTestMessage(mailer, address, settings);
      say(`The mail server has accepted a message to ${address}.`);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      throw new StartError(`The mail server did not accept the message: ${error.message}`, { cause: error });
    } finally {
      mailer.close();
    }
  },
};

/** An exit code that mail servers understand (sysexits.h): the message is bad and need not be sent again. */
const badMessage = 65;

/**
 * Stores one message from the standard input in the database. It is stored durably before this function returns. The
 * server, which need not be running, handles it later.
 * @throws StartError, and any other error, if the mail server should try again
 */
export async function mailIn(
  { databaseUrl }: Pick<CommandCall, 'databaseUrl'>,
  input: Readable = process.stdin,
  limits: typeof backlogLimits = backlogLimits,
): Promise<void> {
  const raw = await readAll(input);
  if (raw === undefined || raw.byteLength === 0) {
    const why = raw ? 'There is no message on the standard input.' : 'The message is too large.';
    throw new StartError(why, { exitCode: badMessage });
  }
  const take = async (store: Store) => {
    const full = await fullBacklog(store.db, raw, limits);
    if (full === 'all') throw new StartError('Too many messages are waiting.');
    if (full !== undefined) throw new StartError(`Too many messages of this ${full} are waiting.`);
    await store.write((tx) => takeOver(tx, raw, new Date()));
  };
  await onDatabase(databaseUrl, take, { existing: true });
}

/**
 * Returns the message, or undefined if it is too large. It is always read to the end, because the mail server writes
 * all of it.
 */
async function readAll(input: Readable): Promise<Uint8Array | undefined> {
  let [chunks, size]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of input) {
    size += (chunk as Uint8Array).byteLength;
    if (size > maxMailBytes) chunks = [];
    else chunks.push(chunk as Uint8Array);
  }
  return size > maxMailBytes ? undefined : Buffer.concat(chunks);
}
