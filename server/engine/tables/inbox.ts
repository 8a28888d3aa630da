import type { Generated } from 'kysely';
import {
  type ActivityKind,
  type InboxState,
  type NamingReason,
  type Reason,
  reasons,
} from '#contract/conversation/inbox.ts';

/** The watchers of bugs. The creator of a bug watches it without a row. */
interface WatchesTable {
  bug_id: string;
  user_id: string;
  /** 1, or 0 for a user who has stopped watching. */
  is_on: number;
  /** 1 for a user who watches it only because of a duplicate. */
  is_carried: Generated<number>;
  /** When the user began to watch, or stopped. */
  at: string;
}

/** The bugs in the inbox of each user. */
interface InboxTable {
  user_id: string;
  bug_id: string;
  state: InboxState;
  /** The reasons of all activity since the bug was last read, as bits in the order of the contract's list. */
  reasons: number;
  /** The first activity since the bug was last read. Kept when the row is read, in case it is marked unread again. */
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
}

/** The tables of inboxes. */
export interface InboxTables {
  watches: WatchesTable;
  inbox: InboxTable;
}

/** Reasons as the database stores them: a bit for each, in the order of the contract's list. */
export function bitsOf(some: readonly Reason[]): number {
  return some.reduce((bits, reason) => bits | (1 << reasons.indexOf(reason)), 0);
}

export function reasonsOf(bits: number): Reason[] {
  return reasons.filter((_, i) => (bits & (1 << i)) !== 0);
}
