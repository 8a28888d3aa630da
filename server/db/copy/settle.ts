import { sql } from 'kysely';
import { emptyOutbox } from '#server/db/changes.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';

/** Completes a database filled from another one: pending changes of the source, and state stored outside the tables. */
export async function settle(tx: Tx): Promise<void> {
  await emptyOutbox(tx);
  await sql`
    update counters set value = (select max(number) from bugs)
    where name = 'bugs' and value < (select max(number) from bugs)
  `.execute(tx);
  for (const statement of engineOf(tx).resetBugNumbers) await statement.execute(tx);
}
