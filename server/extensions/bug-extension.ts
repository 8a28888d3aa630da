import { sql } from 'kysely';
import type { ActivityEntry } from '#contract/bugs/history.ts';
import type { Reason } from '#contract/conversation/inbox.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import type { JobContext } from '#server/jobs/job.ts';
import type { CountedField, StoredField } from './bug-field.ts';
import type { Edit } from './bug-work.ts';

/** Everything that a feature adds to bugs. Each part is optional; a feature can have any of them. */
export interface BugExtension {
  /** The fields of bugs that it stores. */
  readonly fields?: readonly StoredField[];
  /** The numbers that it counts for every bug. */
  readonly counts?: readonly CountedField[];
  /** Its entries in the timelines of bugs. */
  readonly timeline?: readonly TimelineSource[];
  /** Its data of a duplicate that also counts for the bug that the duplicate leads to. */
  readonly carryOver?: CarryOver;
  /** Is called before an edit locks the bug. */
  readonly beforeChange?: (tx: Tx, bugId: string, edit: Edit['edit']) => Promise<void>;
  /** Is called before a bug is deleted, while its data still exist. */
  readonly beforeDeletion?: (tx: Tx, bugId: string) => Promise<void>;
  /** Whether a comment of this user answers a question of the feature about a bug. */
  readonly isAnswer?: (db: Db, bugId: string, authorId: string) => Promise<boolean>;
  /** Is called when activity on a bug has become part of inboxes. */
  readonly onNotified?: RowsNotified;
}

/** A kind of entries in the timelines of bugs: the table that they are in, and how they are read. */
export interface TimelineSource {
  readonly table: keyof Schema;
  /** Its columns besides `id` and `bug_id`: the time of an entry, and its text, whose size per page is limited. */
  readonly columns: { readonly at: string; readonly text: string };
  /** The entries with these ids, in any order, as the caller sees them. */
  read(db: Db, ids: readonly string[], callerId: string): Promise<ActivityEntry[]>;
}

/** Activity on a bug that has become part of inboxes. */
interface NotifiedRows {
  readonly bugId: string;
  /** When it began and ended. */
  readonly firstAt: string;
  readonly at: string;
  /** The users with it in their inboxes, in the order of their ids, and the reasons. Some of them may have snoozed the bug. */
  readonly recipients: readonly { readonly userId: string; readonly reasons: readonly Reason[] }[];
}

/** Called in the transaction that changed the rows, after the change. */
export type RowsNotified = (
  tx: Tx,
  rows: NotifiedRows,
  context: Pick<JobContext, 'settings'> & { readonly now: Date },
) => Promise<void>;

/** Duplicates, a limited number, and the bug at the end of their chain; by their ids. */
export interface Carried {
  readonly origins: readonly string[];
  readonly target: string;
}

/** Data of a feature that duplicates carry over to the bug that they lead to. Marks are set one at a time. */
export interface CarryOver {
  /** Adds the origins' own data to the target, unless it has the same already. */
  carry(tx: Tx, carried: Carried, at: string): Promise<void>;
  /** Removes the data that the target has only because of the origins. */
  takeBack(tx: Tx, carried: Carried): Promise<void>;
}

/** The ids as statements of a `CarryOver` use them. */
export function carriedIds(tx: Tx, { origins, target }: Carried) {
  const { isAmong, types } = engineOf(tx);
  return {
    target: sql`cast(${target} as ${types.uuid})`,
    isOrigin: (column: string) => isAmong(column, JSON.stringify(origins), 'uuid'),
  };
}
