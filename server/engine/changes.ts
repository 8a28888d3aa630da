import { type Selectable, sql } from 'kysely';
import { compiledRows, compiledWrite } from './compiled.ts';
import { raiseFor } from './bugs/bug-revisions.ts';
import { engineOf } from './dialect.ts';
import type { Db, Schema, Tx } from './schema.ts';
import { type CommitStore, atCommit } from './transaction.ts';

export type ChangeRow = Selectable<Schema['changes']>;
type NewChange = Omit<ChangeRow, 'seq'>;

/** How many changes are stored, for streams that reconnect. */
const storedChanges = 10_000;

const countUp = compiledWrite<{ changes: number }>((tx, value) =>
  tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', value('changes')) }))
    .where('name', '=', 'changes'),
);

const insertCounted = compiledRows<NewChange & { newer: number }>((tx, rows) =>
  tx.insertInto('changes').values(
    rows.map(({ newer, ...change }) => ({
      ...change,
      seq: sql<number>`(select value from counters where name = 'changes') - ${newer}`,
    })),
  ),
);

const insertIntoOutbox = compiledRows<NewChange>((tx, rows) => tx.insertInto('outbox').values(rows));

/**
 * Records a change, and raises the revisions that it affects. Numbers follow the order in which changes became visible:
 * where transactions overlap, they are assigned after the commit, and the change waits in the outbox until then.
 */
export function recordChange(tx: Tx, change: NewChange): void {
  atCommit(tx, newChanges, change);
  raiseFor(tx, change);
}

const newChanges: CommitStore<NewChange> = {
  name: 'changes',
  async write(tx, changes) {
    if (engineOf(tx).transactionsOverlap) return insertIntoOutbox(tx, changes);
    const numbered = changes.map((change, i) => ({ ...change, newer: changes.length - 1 - i }));
    return Promise.all([countUp(tx, { changes: changes.length }), insertCounted(tx, numbered)]);
  },
};

/**
 * Numbers the changes in the outbox, in a database without other writers: one just filled from another database, whose
 * outbox was not empty at that moment.
 */
export async function emptyOutbox(tx: Tx): Promise<void> {
  await sql`
    insert into changes (seq, kind, id, version)
    select (select value from counters where name = 'changes') + row_number() over (order by position), kind, id, version
    from outbox
  `.execute(tx);
  await sql`
    update counters set value = value + (select count(*) from outbox) where name = 'changes'
  `.execute(tx);
  await tx.deleteFrom('outbox').execute();
}

/** The number of the last change, 0 before the first. */
export async function lastChange(db: Db): Promise<number> {
  const last = db.selectFrom('counters').select('value').where('name', '=', 'changes');
  return (await last.executeTakeFirst())?.value ?? 0;
}

/** Up to `limit` changes after this number, in ascending order. */
export async function changesAfter(db: Db, seq: number, limit: number): Promise<ChangeRow[]> {
  return db.selectFrom('changes').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute();
}

/** Deletes up to `limit` obsolete changes. Returns how many were deleted. */
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
