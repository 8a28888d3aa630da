import { sql } from 'kysely';
import type { ActivityEntry } from '#contract/bugs/history.ts';
import type { Reason } from '#contract/conversation/inbox.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import type { JobContext } from '#server/jobs/job.ts';
import type { CountedField, StoredField } from './bug-field.ts';
import type { Edit } from './bug-work.ts';

/** What a feature adds to bugs. Every part is optional. */
export interface BugExtension {
  /** The fields of bugs that it stores. */
  readonly fields?: readonly StoredField[];
  /** The numbers that it counts for every bug. */
  readonly counts?: readonly CountedField[];
  /** Its entries in the timelines of bugs. */
  readonly timeline?: readonly TimelineSource[];
  /** Its data that duplicates pass on to the bug at the end of their chain. */
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

/** A kind of timeline entry: its table, and how entries are read. */
export interface TimelineSource {
  readonly table: keyof Schema;
  /** The columns for an entry's time and its text. The total size of the texts on a page is limited. */
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
  /** The users who have it in their inbox, sorted by id, with the reasons. Some may have snoozed the bug. */
  readonly recipients: readonly { readonly userId: string; readonly reasons: readonly Reason[] }[];
}

/** Called in the transaction that changed the rows, after the change. */
export type RowsNotified = (
  tx: Tx,
  rows: NotifiedRows,
  context: Pick<JobContext, 'settings'> & { readonly now: Date },
) => Promise<void>;

/** The ids of a limited number of duplicates, and of the bug at the end of their chain. */
export interface Carried {
  readonly origins: readonly string[];
  readonly target: string;
}

/** How duplicates pass a feature's data on to the bug at the end of their chain. Marks are set one at a time. */
export interface CarryOver {
  /** Adds the origins' own data to the target, unless it has the same already. */
  carry(tx: Tx, carried: Carried, at: string): Promise<void>;
  /** Removes the data that the target has only because of the origins. */
  takeBack(tx: Tx, carried: Carried): Promise<void>;
}

/** The ids in the form that a `CarryOver`'s statements need. */
export function carriedIds(tx: Tx, { origins, target }: Carried) {
  const { isAmong, types } = engineOf(tx);
  return {
    target: sql`cast(${target} as ${types.uuid})`,
    isOrigin: (column: string) => isAmong(column, JSON.stringify(origins), 'uuid'),
  };
}
