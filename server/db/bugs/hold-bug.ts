import { compiled } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';

const selectBug = compiled<{ id: string }, { created_by: string }, { isHeld: boolean }>(
  (db, value, { isHeld }) => {
    const bug = db.selectFrom('bugs').select('created_by').where('id', '=', value('id'));
    return isHeld ? bug.forKeyShare() : bug;
  },
);

/**
 * Prevents a bug from being deleted until the transaction ends; others can still edit it. Returns undefined if there is
 * no such bug.
 */
export async function holdBug(tx: Tx, id: string): Promise<{ creatorId: string } | undefined> {
  const [bug] = await selectBug(tx, { id }, { isHeld: engineOf(tx).transactionsOverlap });
  return bug && { creatorId: bug.created_by };
}
