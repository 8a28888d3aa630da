import type { Selectable } from 'kysely';
import { engineOf } from './dialect.ts';
import type { Db, Schema, Tx } from './schema.ts';

export type ChangeRow = Selectable<Schema['changes']>;

/** How many changes are kept for streams that were away. */
const kept = 10_000;

/** Records a change under the next number of the sequence, and has every process told of the commit. */
export async function recordChange(tx: Tx, change: Omit<ChangeRow, 'seq'>): Promise<void> {
  // Counting locks the counter until the commit, so no reader sees a later number before an earlier one.
  const { value: seq } = await tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'changes')
    .returning('value')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('changes')
    .values({ seq, ...change })
    .execute();
  if (seq % 100 === 0)
    await tx
      .deleteFrom('changes')
      .where('seq', '<=', seq - kept)
      .execute();
  for (const statement of engineOf(tx).announce) await statement.execute(tx);
}

/** The number of the last change, 0 before the first. */
export async function lastChange(db: Db): Promise<number> {
  const counter = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', 'changes')
    .executeTakeFirst();
  return counter?.value ?? 0;
}

/** Up to `limit` changes after the one with this number, in their order. */
export async function changesAfter(db: Db, seq: number, limit: number): Promise<ChangeRow[]> {
  return db.selectFrom('changes').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute();
}
