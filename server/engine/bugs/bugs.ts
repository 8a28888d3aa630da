import { type RawBuilder, sql } from 'kysely';
import { compiledWrite } from '#server/engine/compiled.ts';
import { type NewNumber, engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';

/** The ids of bugs that an index finds: rows with `bug_id`, in which a bug may occur several times. */
export type BugIds = RawBuilder<{ bug_id: string }>;

/** The numbers of the bugs that an index finds, each once. */
export interface BugNumbers {
  readonly rows: RawBuilder<{ number: number }>;
  /** Whether the index returns them in order. */
  readonly isSorted: boolean;
}

/** The SQL expression for the number of the bug with this id. */
export const numberOf = (bugId: string): RawBuilder<number> =>
  sql<number>`(select bugs.number from bugs where bugs.id = ${bugId})`;

const takeNumber = compiledWrite<{ now: string }, NewNumber>((tx, value) =>
  engineOf(tx).nextBug(tx, value('now')),
);

/**
 * Takes the next bug's number. Its time is the later of `now` and the time of the previous number, because the clock
 * may have been set back.
 */
export async function nextBug(tx: Tx, now: Date): Promise<NewNumber> {
  const [taken] = await takeNumber(tx, { now: now.toISOString() });
  if (!taken) throw new Error('The counter of bugs is gone');
  return taken;
}

/**
 * Prevents a bug from being deleted until the transaction ends; others can still edit it. Returns undefined if there is
 * no such bug.
 */
export async function holdBug(tx: Tx, id: string): Promise<{ creatorId: string } | undefined> {
  return tx
    .selectFrom('bugs')
    .select('created_by as creatorId')
    .where('id', '=', id)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forKeyShare())
    .executeTakeFirst();
}
