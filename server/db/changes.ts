import type { Selectable } from 'kysely';
import { compiled, compiledWrite } from './compiled.ts';
import { engineOf } from './dialect.ts';
import type { Db, Schema, Tx } from './schema.ts';

export type ChangeRow = Selectable<Schema['changes']>;

/** How many changes are stored, for streams that reconnect. */
const storedChanges = 10_000;

const countUp = compiledWrite<object, { value: number }>((tx) =>
  tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'changes')
    .returning('value'),
);

const insertChange = compiledWrite<ChangeRow>((tx, value) =>
  tx
    .insertInto('changes')
    .values({ seq: value('seq'), kind: value('kind'), id: value('id'), version: value('version') }),
);

/** Stores a change under the next number of the sequence; the commit notifies every process. */
export async function recordChange(tx: Tx, change: Omit<ChangeRow, 'seq'>): Promise<void> {
  // Counting locks the counter until the commit, so no reader sees a later number before an earlier one.
  const [counter] = await countUp(tx, {});
  if (!counter) throw new Error('The counter of changes is gone');
  const seq = counter.value;
  await insertChange(tx, { seq, ...change });
  for (const statement of engineOf(tx).notifyCommit) await statement.execute(tx);
}

const selectLast = compiled<object, { value: number }>((db) =>
  db.selectFrom('counters').select('value').where('name', '=', 'changes'),
);

/** The number of the last change, 0 before the first. */
export async function lastChange(db: Db): Promise<number> {
  const [counter] = await selectLast(db, {});
  return counter?.value ?? 0;
}

const selectAfter = compiled<{ seq: number; limit: number }, ChangeRow>((db, value) =>
  db.selectFrom('changes').selectAll().where('seq', '>', value('seq')).orderBy('seq').limit(value('limit')),
);

/** Up to `limit` changes after the one with this number, in their order. */
export async function changesAfter(db: Db, seq: number, limit: number): Promise<ChangeRow[]> {
  return selectAfter(db, { seq, limit });
}

/** Deletes up to `limit` of the changes that are no longer needed. Returns how many. */
export async function deleteOldChanges(tx: Tx, limit: number): Promise<bigint> {
  const newest = (await lastChange(tx)) - storedChanges;
  const { numDeletedRows } = await tx
    .deleteFrom('changes')
    .where('seq', 'in', ({ selectFrom }) =>
      selectFrom('changes').select('seq').where('seq', '<=', newest).orderBy('seq').limit(limit),
    )
    .executeTakeFirst();
  return numDeletedRows;
}
