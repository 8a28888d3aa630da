/**
 * The reply addresses of mails about bugs. With one, a message from the user's e-mail address becomes a comment of the
 * user.
 */
interface ReplyAddressesTable {
  /** SHA-256 of the part behind the plus sign, in hexadecimal. */
  token_hash: string;
  user_id: string;
  /** Null once the bug is deleted. */
  bug_id: string | null;
  created_at: string;
  expires_at: string;
}

/** Messages received but not yet handled, and data on those whose job failed for good. */
interface IncomingMailsTable {
  id: string;
  /** The job that handles it; it is deleted with the job. */
  job_id: string | null;
  received_at: string;
  /** The message as it was transferred, in base64; empty once its job has failed for good. */
  raw: string;
  /** The length of `raw` in bytes. */
  size: number;
  /** The address in `From`, in lower case; empty where there is none, or several. */
  sender: string;
  domain: string;
  /** The network of the client that submitted it to the mail server, if known. */
  network: string | null;
  subject: string;
}

/** Handled messages, so that repeated deliveries change nothing. */
interface HandledMailsTable {
  /** SHA-256 of its `Message-ID` and the addressee, in hexadecimal. */
  key: string;
  at: string;
  /** The user who was mailed the refusal. */
  answered_to: string | null;
}

/** The whole texts of messages that became comments. */
interface MailedTextsTable {
  comment_id: string;
  text: string;
  /** 1 if a part of the text was cut from the comment, else 0. */
  is_trimmed: number;
}

/** The tables of incoming mail. */
export interface MailInTables {
  reply_addresses: ReplyAddressesTable;
  incoming_mails: IncomingMailsTable;
  handled_mails: HandledMailsTable;
  mailed_texts: MailedTextsTable;
}
