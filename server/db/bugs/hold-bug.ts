import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';

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
