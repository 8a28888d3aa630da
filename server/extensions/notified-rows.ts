import type { Reason } from '#contract/conversation/inbox.ts';
import type { Tx } from '#server/db/schema.ts';
import type { JobContext } from '#server/jobs/job.ts';

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
