import type { ActivityEntry } from '#contract/bugs/activity.ts';
import type { Db, Schema } from '#server/db/schema.ts';

/** A kind of entries in the timelines of bugs: the table that they are in, and how they are read. */
export interface TimelineSource {
  readonly table: keyof Schema;
  /** Its columns besides `id` and `bug_id`: the time of an entry, and its text, whose size per page is limited. */
  readonly columns: { readonly at: string; readonly text: string };
  /** The entries with these ids, in any order, as the caller sees them. */
  read(db: Db, ids: readonly string[], callerId: string): Promise<ActivityEntry[]>;
}
