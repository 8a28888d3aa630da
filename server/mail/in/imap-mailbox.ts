import type { ImapFlow } from 'imapflow';
import { headerText } from '#server/mail/header-text.ts';
import { StartError } from '#server/start-error.ts';
import type { ImapSettings } from './mail-in-settings.ts';

/** In milliseconds. `all` is the limit for all work with a mailbox. */
const defaultTimeouts = { connect: 15_000, greeting: 15_000, silence: 30_000, all: 5 * 60_000 };

export type ImapTimeouts = typeof defaultTimeouts;

/** The maximum size of a server's answers, in bytes: a server that never stops sending must not fill the memory. */
const maxLine = 16 * 1024 ** 2;
const maxTokens = 200_000;

/** The server's or network's message about a mailbox failure, never including the password. */
export class MailboxError extends Error {}

interface WorkOptions {
  readonly signal: AbortSignal;
  /** The largest message that is read, in bytes. */
  readonly maxBytes: number;
  readonly timeouts?: Partial<ImapTimeouts>;
}

/** @throws StartError if the optional package is not installed */
export async function loadImap(): Promise<typeof ImapFlow> {
  try {
    const loaded = await import('imapflow');
    return loaded.ImapFlow;
  } catch (error) {
    throw new StartError(
      'IMAP_URL needs the optional package imapflow, which is not installed: run npm ci without --omit=optional.',
      { cause: error },
    );
  }
}

/**
 * Connects, works with the mailbox, and disconnects. Certificates are checked.
 * @throws MailboxError; or the reason of the signal; or what the work throws
 */
export async function withMailbox(
  settings: ImapSettings,
  { signal, maxBytes, timeouts }: WorkOptions,
  work: (mailbox: Mailbox) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const limits = { ...defaultTimeouts, ...timeouts };
  const Client = await loadImap();
  signal.throwIfAborted();
  const client = new Client({ ...optionsOf(settings, limits, maxBytes) });
  // Connection errors also reject everything that waits for an answer.
  client.on('error', () => {});
  const ended = AbortSignal.any([signal, AbortSignal.timeout(limits.all)]);
  const close = () => client.close();
  ended.addEventListener('abort', close);
  /** Turns any failure that a server can cause into our own error. */
  const ask = async <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      signal.throwIfAborted();
      throw toMailboxError(error, settings, ended.aborted);
    });
  try {
    await ask(client.connect());
    const { uidValidity, readOnly } = await ask(client.mailboxOpen(settings.mailbox));
    if (readOnly === true) throw new MailboxError(`The mailbox ${settings.mailbox} is read-only`);
    await work(
      mailboxOf(client, ask, [settings.host, settings.user, settings.mailbox, uidValidity].join('\n')),
    );
    await client.logout().catch(() => {});
  } finally {
    ended.removeEventListener('abort', close);
    client.close();
  }
}

function optionsOf(settings: ImapSettings, limits: ImapTimeouts, maxBytes: number) {
  const { host, port, tls, user, password } = settings;
  return {
    host,
    port,
    secure: tls === 'start',
    ...(tls === 'upgrade' && { doSTARTTLS: true }),
    auth: { user, pass: password },
    // Otherwise, it would log the server's answers.
    logger: false as const,
    disableAutoIdle: true,
    connectionTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
    maxLineLength: maxLine,
    maxLiteralSize: maxBytes + 1024,
    maxResponseSize: maxBytes + maxLine,
    maxResponseTokens: maxTokens,
  };
}

/** An open mailbox. Messages are identified by the numbers (UIDs) that its server assigned. */
export type Mailbox = ReturnType<typeof mailboxOf>;

/** `id` identifies the mailbox, and changes when the server renumbers its messages. */
function mailboxOf(client: ImapFlow, ask: <T>(call: Promise<T>) => Promise<T>, id: string) {
  const byUid = { uid: true };
  return {
    id,
    /** The numbers of messages that are not marked as read, the oldest ones first. */
    async listUnseen(): Promise<number[]> {
      const found = await ask(client.search({ seen: false, deleted: false }, byUid));
      if (!Array.isArray(found)) throw new MailboxError('The server cannot search the mailbox');
      return found.toSorted((a, b) => a - b);
    },
    /** The sizes of messages by number, in bytes; messages that are gone are left out. */
    async sizesOf(uids: readonly number[]): Promise<Map<number, number>> {
      if (uids.length === 0) return new Map();
      const found = await ask(client.fetchAll(uids.join(','), { uid: true, size: true }, byUid));
      return new Map(found.map(({ uid, size }) => [uid, size ?? 0]));
    },
    /** The message as transferred, up to one byte more than `maxBytes`, without marking it. Undefined if it is gone. */
    async read(uid: number, maxBytes: number): Promise<Buffer | undefined> {
      const query = { uid: true, source: { start: 0, maxLength: maxBytes + 1 } };
      const found = await ask(client.fetchOne(String(uid), query, byUid));
      return found === false || found.uid !== uid ? undefined : found.source;
    },
    /** Marks messages as read; with `isFlagged`, also as important, because they need attention. */
    async markSeen(uids: readonly number[], { isFlagged = false } = {}): Promise<void> {
      if (uids.length === 0) return;
      const flags = isFlagged ? ['\\Seen', '\\Flagged'] : ['\\Seen'];
      const isMarked = await ask(client.messageFlagsAdd(uids.join(','), flags, byUid));
      if (!isMarked) throw new MailboxError('The server does not mark messages as read');
    },
  };
}

/** The error does not have its cause, which may contain the commands that were sent. */
function toMailboxError(error: unknown, settings: ImapSettings, isTooLate: boolean): MailboxError {
  const { message, responseText, authenticationFailed } = error as Error & {
    responseText?: string;
    authenticationFailed?: boolean;
  };
  const where = `${settings.host}:${settings.port}`;
  if (isTooLate) return new MailboxError(`The IMAP server ${where} took too long`);
  const said = headerText(withoutSecret(`${message}${responseText ? `: ${responseText}` : ''}`, settings));
  if (authenticationFailed === true)
    return new MailboxError(
      `The IMAP server ${where} does not accept the user name or the password: ${said}`,
    );
  return new MailboxError(`The mailbox on ${where} cannot be read: ${said}`);
}

/** Removes the password from a text, because a server may echo what it was sent. */
function withoutSecret(text: string, { user, password }: ImapSettings): string {
  const forms = [password, encodeURIComponent(password), base64(password), base64(`\0${user}\0${password}`)];
  return forms.reduce((left, form) => left.replaceAll(form, '…'), text);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
