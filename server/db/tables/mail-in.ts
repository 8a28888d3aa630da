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

/** Messages that were received and not yet handled, and what is known of those whose job failed for good. */
interface IncomingMailsTable {
  id: string;
  /** The job that handles it, with which it ends. */
  job_id: string | null;
  received_at: string;
  /** The message as it was transferred, in base64; empty once its job has failed for good. */
  raw: string;
  /** The length of `raw` in bytes. */
  size: number;
  /** The address in `From`, in lower case; empty where there is none, or several. */
  sender: string;
  domain: string;
  /** The network of the client that gave it to the mail server, where that is known. */
  network: string | null;
  subject: string;
}

/** Messages that were handled: another delivery of the same one changes nothing. */
interface HandledMailsTable {
  /** SHA-256 of its `Message-ID` and of what it was sent to, in hexadecimal. */
  key: string;
  at: string;
  /** The user to whom the refusal was mailed. */
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
