import type { Db, Tx } from '#server/db/schema.ts';
import type { CountedField, StoredField } from './bug-field.ts';
import type { Edit } from './bug-work.ts';
import type { CarryOver } from './carry-over.ts';
import type { RowsNotified } from './notified-rows.ts';
import type { TimelineSource } from './timeline.ts';

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
