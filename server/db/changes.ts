import { type Selectable, sql } from 'kysely';
import { compiled, compiledWrite } from './compiled.ts';
import { engineOf } from './dialect.ts';
import type { Db, Schema, Tx } from './schema.ts';

export type ChangeRow = Selectable<Schema['changes']>;
type NewChange = Omit<ChangeRow, 'seq'>;

/** How many changes are stored, for streams that reconnect. */
const storedChanges = 10_000;

const countUp = compiledWrite<object>((tx) =>
  tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'changes'),
);

const insertCounted = compiledWrite<NewChange>((tx, value) =>
  tx.insertInto('changes').values({
    seq: tx.selectFrom('counters').select('value').where('name', '=', 'changes'),
    kind: value('kind'),
    id: value('id'),
    version: value('version'),
  }),
);

const insertIntoOutbox = compiledWrite<NewChange>((tx, value) =>
  tx.insertInto('outbox').values({ kind: value('kind'), id: value('id'), version: value('version') }),
);

/**
 * Records a change. Its number tells the order in which changes became visible: where transactions overlap, it is given
 * after the commit, and the change waits in the outbox until then.
 */
export async function recordChange(tx: Tx, change: NewChange): Promise<void> {
  if (engineOf(tx).transactionsOverlap) await insertIntoOutbox(tx, change);
  else await Promise.all([countUp(tx, {}), insertCounted(tx, change)]);
}

/**
 * Numbers what is in the outbox, in a database that has no other writer: one that was just filled from another one, whose
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

const selectLast = compiled<object, { value: number }>((db) =>
  db.selectFrom('counters').select('value').where('name', '=', 'changes'),
);

/** The number of the last change, 0 before the first. */
export async function lastChange(db: Db): Promise<number> {
  const [counter] = await selectLast(db, {});
  return counter?.value ?? 0;
}

const selectAfter = compiled<{ seq: number; limit: number }, ChangeRow>((db, value) =>
  db
    .selectFrom('changes')
    // Named, as a prepared statement fails where a migration adds a column to what it selects.
    .select(['seq', 'kind', 'id', 'version'])
    .where('seq', '>', value('seq'))
    .orderBy('seq')
    .limit(value('limit')),
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
