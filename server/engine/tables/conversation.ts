import type { Generated } from 'kysely';
import {
  type ActivityKind,
  type InboxState,
  type NamingReason,
  type Reason,
  reasons,
} from '#contract/conversation/inbox.ts';
import type { DigestInterval } from '#contract/conversation/mail.ts';
import type { DropReason } from '#contract/conversation/mail-in.ts';
import type { ReactionName } from '#contract/conversation/comments.ts';
import type { Language } from '#contract/languages.ts';

/** The tables of comments, reactions, mentions and files; of inboxes and mail. */
export interface ConversationTables {
  comments: {
    id: string;
    bug_id: string;
    created_by: string;
    created_at: string;
    /** Empty if the comment is deleted. */
    body: string;
    /** What searches compare: see `commentFolds`. */
    body_fold: string;
    body_marked: string | null;
    version: number;
    /** The author and the time of the current body. */
    updated_by: string;
    updated_at: string;
    deleted_by: string | null;
    deleted_at: string | null;
  };
  /** Earlier bodies of comments. */
  comment_versions: {
    comment_id: string;
    version: number;
    body: string;
    written_by: string;
    written_at: string;
  };
  /** The number of comments on a bug, without deleted ones, as the sum over the shards. */
  bug_comments: {
    bug_id: string;
    shard: number;
    /** Negative if more were deleted in the shard than added. */
    comments: number;
  };
  bug_reactions: {
    bug_id: string;
    /** 1 for a reaction that exists only because of a duplicate. */
    is_carried: Generated<number>;
    name: ReactionName;
    user_id: string;
    at: string;
  };
  comment_reactions: {
    comment_id: string;
    name: ReactionName;
    user_id: string;
    at: string;
  };
  /** The users mentioned in current comments. */
  comment_mentions: {
    comment_id: string;
    /** When the comment was created, or edited to add the mention; null if unknown. */
    since: string | null;
    user_id: string;
    /** The name after the `@` in the text. */
    typed: string;
  };
  /** The users mentioned in descriptions. */
  bug_mentions: { bug_id: string; user_id: string; typed: string };
  files: {
    id: string;
    /** The hex hash of the content, which is its name in the store. */
    sha256: string;
    name: string;
    size: number;
    /** The media type, detected from the content. */
    type: string;
    width: number | null;
    height: number | null;
    created_by: string;
    created_at: string;
    /** The bug or comment that has or had it; both null for an upload, and for a file whose bug is deleted. */
    bug_id: string | null;
    comment_id: string | null;
    /** Its place among the files of the bug or comment. */
    position: number;
    /** When it was detached; null while a bug or comment has it. */
    loose_since: string | null;
    /** When its uploader deleted it; it counts towards the quota until the clean-up job deletes the row. */
    deleted_at: string | null;
  };
  /** The total size of each user's files, in bytes. */
  file_usage: { user_id: string; bytes: number };
  /** The folder with the contents of files: its `id` file has the same id. */
  file_folders: { id: string };
  /** The watchers of bugs. The creator of a bug watches it without a row. */
  watches: {
    bug_id: string;
    user_id: string;
    /** 1, or 0 for a user who has stopped watching. */
    is_on: number;
    /** 1 for a user who watches it only because of a duplicate. */
    is_carried: Generated<number>;
    /** When the user began to watch, or stopped. */
    at: string;
  };
  /** The bugs in the inbox of each user. */
  inbox: {
    user_id: string;
    bug_id: string;
    state: InboxState;
    /** The reasons of all activity since the bug was last read, as bits in the order of the contract's list. */
    reasons: number;
    /**
     * The first activity since the bug was last read. Not cleared when the bug is read, in case it is marked unread
     * again.
     */
    first_unread_at: string | null;
    /** Not null exactly in the state `snoozed`. */
    snoozed_until: string | null;
    /** Its position in lists: the later of `latest_at` and the end of its last snooze. */
    listed_at: string;
    latest_at: string;
    latest_kind: ActivityKind;
    latest_by: string;
    latest_comment: string | null;
    /** The latest mention of the user or assignment to the user, and the user who made it. */
    named_at: string | null;
    named_by: string | null;
    named_as: NamingReason | null;
    /** The oldest activity that has not been mailed; null if there is none. */
    mail_from_at: string | null;
    /** When the next e-mail is due. */
    mail_due_at: string | null;
    /** The last activity covered by the e-mail that is being sent, so that a repeat covers the same. */
    mail_until: string | null;
    /** 1 if the e-mail is sent without waiting for the bug to be quiet, else 0. */
    mail_is_urgent: Generated<number>;
    /** How many e-mails were sent for this row. */
    mail_count: Generated<number>;
  };
  /** The mail settings of users who have changed them; the defaults of the others are in the contract. */
  mail_settings: {
    user_id: string;
    /** JSON: the mode of each reason. */
    choices: string;
    digest: DigestInterval;
    hour: number;
    weekday: number;
    time_zone: string;
    language: Language;
  };
  /** How many times a user's unsubscribe links were voided; zero for users without a row. */
  stop_link_versions: { user_id: string; version: number };
  /**
   * The reply addresses of mails about bugs. With one, a message from the user's e-mail address becomes a comment of
   * the user.
   */
  reply_addresses: {
    /** SHA-256 of the part after the plus sign, in hexadecimal. */
    token_hash: string;
    user_id: string;
    /** Null once the bug is deleted. */
    bug_id: string | null;
    created_at: string;
    expires_at: string;
  };
  /** Messages received but not yet handled, and data on those whose job failed for good. */
  incoming_mails: {
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
  };
  /** Messages that became nothing: the latest 1,000, for 30 days. */
  dropped_mails: {
    /** The id of the job that handled it. */
    id: string;
    at: string;
    /** As in `incoming_mails`. */
    sender: string;
    subject: string;
    reason: DropReason;
  };
  /** Handled messages, so that repeated deliveries change nothing. */
  handled_mails: {
    /** SHA-256 of the message's `Message-ID`, sender, subject, text and files, and the addressee, in hexadecimal. */
    key: string;
    at: string;
    /** The user who was mailed the refusal. */
    answered_to: string | null;
  };
  /** The complete texts of messages that became comments. */
  mailed_texts: {
    comment_id: string;
    text: string;
    /** 1 if a part of the text was cut from the comment, else 0. */
    is_trimmed: number;
  };
  /** The messages that became bugs and comments, for 30 days. */
  original_mails: {
    id: string;
    bug_id: string;
    /** Null if the message became the bug. */
    comment_id: string | null;
    /** The user in whose name it was posted. */
    user_id: string;
    at: string;
    /** The text that `originalOf` makes of it, compressed, in base64. */
    text: string;
    /** The length of `text`. */
    size: number;
  };
}

/** Reasons as the database stores them: a bit for each, in the order of the contract's list. */
export function bitsOf(some: readonly Reason[]): number {
  return some.reduce((bits, reason) => bits | (1 << reasons.indexOf(reason)), 0);
}

export function reasonsOf(bits: number): Reason[] {
  return reasons.filter((_, i) => (bits & (1 << i)) !== 0);
}
