import type { Transporter } from 'nodemailer';
import { type SmtpSettings, isLoopback } from './mail-settings.ts';
import { headerText, isMailAddress } from './header-text.ts';
import { type MailAddress, MailError, type MailMessage, type Mailer } from '#server/jobs/mailer.ts';
import type { Settings } from '#server/settings.ts';

/** How many messages this process sends at a time, from `groupLimits`; each has a connection. */
const mailConnections = 3;

/** In milliseconds. A hanging server occupies a place in the job queue for `message` at most. */
const defaultTimeouts = { connect: 10_000, greeting: 10_000, silence: 20_000, message: 45_000, idle: 10_000 };

export type MailTimeouts = typeof defaultTimeouts;

const mailers = new WeakMap<SmtpSettings, Mailer>();

/** The mailer of a server with these settings, shared by all of its parts; undefined if mail is not set up. */
export function mailerOf({ mail: settings }: Pick<Settings, 'mail'>): Mailer | undefined {
  if (!settings) return undefined;
  const mailer = mailers.get(settings) ?? new SmtpMailer(settings);
  mailers.set(settings, mailer);
  return mailer;
}

/** Sends by SMTP, over connections that stay open for some seconds. */
export class SmtpMailer implements Mailer {
  readonly #transport: Promise<Transporter>;
  readonly #timeouts: MailTimeouts;
  readonly #from: MailAddress;

  constructor({ url, from }: SmtpSettings, timeouts: Partial<MailTimeouts> = {}) {
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
    this.#from = from;
    const { connect, greeting, silence, idle } = this.#timeouts;
    // Loaded only if mail is set up.
    this.#transport = import('nodemailer').then(({ createTransport }) => {
      const transport = createTransport({
        // Options in the URL take precedence.
        ...(needsTls(url) && { requireTLS: true }),
        url,
        pool: true,
        maxConnections: mailConnections,
        maxRequeues: 1,
        idleTimeout: idle,
        connectionTimeout: connect,
        greetingTimeout: greeting,
        socketTimeout: silence,
        dnsTimeout: connect,
        socketCloseTimeout: 1_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // Errors of connections without a message are ignored: the next message gets them again.
      transport.on('error', () => {});
      return transport;
    });
  }

  async send(message: MailMessage, signal?: AbortSignal): Promise<void> {
    const { to, fromName, replyTo, subject, text, html, messageId, inReplyTo, references } = message;
    if (!isMailAddress(to.address)) throw new MailError('The address is not valid', { isPermanent: true });
    const tooLate = AbortSignal.timeout(this.#timeouts.message);
    try {
      const transport = await this.#transport;
      await transport.sendMail({
        from: inHeader({ ...this.#from, ...(fromName !== undefined && { name: fromName }) }),
        to: inHeader(to),
        // Without an envelope, nodemailer would read further recipients from headers.
        envelope: { from: this.#from.address, to: [to.address] },
        ...(replyTo && isMailAddress(replyTo.address) && { replyTo: inHeader(replyTo) }),
        subject: headerText(subject),
        text,
        html,
        messageId,
        ...(inReplyTo !== undefined && { inReplyTo }),
        ...(references && references.length > 0 && { references: [...references] }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...Object.fromEntries(
            Object.entries(message.headers ?? {}).map(([name, value]) => [name, headerText(value)]),
          ),
        },
        signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
      });
    } catch (error) {
      throw toMailError(error);
    }
  }

  close(): void {
    void this.#transport.then((transport) => transport.close({ force: true }));
  }
}

function inHeader({ name, address }: MailAddress): { name: string; address: string } {
  return { name: headerText(name ?? ''), address };
}

/** Whether a password would cross a network: it does so only encrypted, unless the URL allows plain text. */
export function needsTls(text: string): boolean {
  const { username, hostname, searchParams } = new URL(text);
  const isDecided = searchParams.has('requireTLS') || searchParams.has('ignoreTLS');
  return username !== '' && !isLoopback(hostname) && !isDecided;
}

/**
 * Only a refusal of this recipient or message is permanent. A wrong password is not, because the operator can correct
 * it.
 */
function toMailError(error: unknown): MailError {
  const { code, command, permanent, message } = error as Error & {
    code?: string;
    command?: string;
    permanent?: boolean;
  };
  const isOfMessage = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  const isPermanent = isOfMessage && (permanent === true || command === 'API');
  return new MailError(headerText(message), { isPermanent, cause: error });
}
