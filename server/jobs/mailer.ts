/** The sender or the recipient of a message. */
export interface MailAddress {
  /** Undefined if only the address is known. */
  readonly name?: string | undefined;
  readonly address: string;
}

/**
 * One message to one person. Its texts may contain anything: characters not allowed in headers are replaced on sending.
 */
export interface MailMessage {
  readonly to: MailAddress;
  /** Another name for the sender, before the address of `MAIL_FROM`. */
  readonly fromName?: string;
  readonly replyTo?: MailAddress;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With angle brackets. The same in every attempt, so that mail programs recognise a repetition. */
  readonly messageId: string;
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  /** Extra headers, keyed by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends messages to the operator's mail server. Jobs depend only on this interface; `server/mail` implements it, and
 * depends on the job queue.
 */
export interface Mailer {
  /**
   * Resolves once the server has accepted the message. Takes at most a minute.
   * @throws MailError
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
  /** Closes its connections; no more messages can be sent. */
  close(): void;
}

/** The mail server did not accept a message. The text is its answer, without addresses or passwords of ours. */
export class MailError extends Error {
  /** Whether another attempt with the same message would fail as well. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent, cause }: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause });
    this.name = 'MailError';
    this.isPermanent = isPermanent;
  }
}
