import { type RawBuilder, sql } from 'kysely';
import type { InboxState, Reason } from '#contract/conversation/inbox.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import { bitsOf } from '#server/engine/tables/conversation.ts';

/** The rows of an inbox that are changed. */
interface Selection {
  readonly userId: string;
  /** All rows if undefined. */
  readonly bugIds?: readonly string[];
  readonly reason?: Reason | undefined;
  /** Only unread rows without later activity. */
  readonly upTo?: string | undefined;
  readonly isUnread?: boolean;
}

interface Change {
  readonly state: InboxState;
  readonly snoozedUntil?: string | undefined;
}

/** Changes the state of rows; returns how many changed. */
export async function setState(
  tx: Tx,
  { userId, bugIds, reason, upTo, isUnread = upTo !== undefined }: Selection,
  { state, snoozedUntil }: Change,
): Promise<number> {
  const { isAmong } = engineOf(tx);
  const isOther =
    snoozedUntil === undefined
      ? sql<boolean>`state <> ${state}`
      : sql<boolean>`(state <> ${state} or snoozed_until <> ${snoozedUntil})`;
  const conditions = [
    isOther,
    ...(isUnread ? [sql<boolean>`state = 'unread'`] : []),
    ...(upTo === undefined ? [] : [sql<boolean>`latest_at <= ${upTo}`]),
    ...(reason === undefined ? [] : [sql<boolean>`reasons & ${bitsOf([reason])} <> 0`]),
    ...(bugIds === undefined ? [] : [isAmong('bug_id', JSON.stringify(bugIds), 'uuid')]),
  ];
  const firstUnread: Partial<Record<InboxState, RawBuilder<string | null>>> = {
    unread: sql`coalesce(first_unread_at, latest_at)`,
    // A row that was read returns without new activity.
    snoozed: sql`case when state in ('unread', 'snoozed') then first_unread_at end`,
  };
  const { numUpdatedRows } = await tx
    .updateTable('inbox')
    .set({
      state,
      snoozed_until: snoozedUntil ?? null,
      ...(firstUnread[state] && { first_unread_at: firstUnread[state] }),
    })
    .where('user_id', '=', userId)
    .where('bug_id', 'in', inOrder(tx, userId, conditions))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends the snoozes that are over: the rows return unread, at the top of the list. Returns how many. */
export async function wake(tx: Tx, userId: string, now: string): Promise<number> {
  const isOver = sql<boolean>`state = 'snoozed' and snoozed_until <= ${now}`;
  const { numUpdatedRows } = await tx
    .updateTable('inbox')
    .set({
      state: 'unread',
      listed_at: sql<string>`case when snoozed_until > listed_at then snoozed_until else listed_at end`,
      snoozed_until: null,
    })
    .where('user_id', '=', userId)
    .where('bug_id', 'in', inOrder(tx, userId, [isOver]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The bugs of rows, which are locked in the same order in all transactions: this avoids deadlocks. */
function inOrder(tx: Tx, userId: string, conditions: readonly RawBuilder<boolean>[]) {
  return tx
    .selectFrom('inbox')
    .select('bug_id')
    .where('user_id', '=', userId)
    .where((eb) => eb.and([...conditions]))
    .orderBy('bug_id')
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate());
}
