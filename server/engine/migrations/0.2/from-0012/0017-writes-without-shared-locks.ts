import { type Kysely, type RawBuilder, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/**
 * Removes what makes writers wait for each other: counts of bugs get a row per shard, changes an outbox in which they
 * wait for their number, and bugs on PostgreSQL a sequence. Searches also read less recently written text.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd, bugNumbers, searchIndexBounded } = engineOf(db);
  // SQLite can change neither a primary key nor a constraint. A shard of a count may be below zero.
  await rebuild(db, {
    name: 'bug_counts',
    columns: {
      of: sql`text`,
      status: sql`integer`,
      priority: sql`integer`,
      shard: sql`integer`,
      bugs: sql`integer`,
    },
    key: ['of', 'status', 'priority', 'shard'],
  });
  await rebuild(db, {
    name: 'bug_days',
    columns: { day: sql`text`, shard: sql`integer`, opened: sql`integer`, resolved: sql`integer` },
    key: ['day', 'shard'],
  });
  await db.schema
    .createTable('outbox')
    .addColumn('position', types.position, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', types.uuid, (column) => column.notNull())
    .addColumn('version', 'integer')
    .modifyEnd(tableEnd)
    .execute();
  for (const statement of [...bugNumbers, ...searchIndexBounded]) await statement.execute(db);
}

interface Sharded {
  name: 'bug_counts' | 'bug_days';
  columns: Readonly<Record<string, RawBuilder<unknown>>>;
  key: readonly string[];
}

/** Recreates the table with its rows in shard 0. */
async function rebuild(db: Kysely<Schema>, { name, columns, key }: Sharded): Promise<void> {
  const before = `${name}_before`;
  const names = Object.keys(columns);
  const list = (of: readonly string[]) => sql.join(of.map((column) => sql.ref(column)));
  const definitions = Object.entries(columns).map(
    ([column, type]) => sql`${sql.ref(column)} ${type} not null`,
  );
  await db.schema.alterTable(name).renameTo(before).execute();
  await sql`
    create table ${sql.table(name)} (${sql.join(definitions)},
      constraint ${sql.id(`${name}_of_shards`)} primary key (${list(key)})) ${engineOf(db).tableEnd}
  `.execute(db);
  const values = names.map((column) => (column === 'shard' ? sql`0` : sql.ref(column)));
  await sql`
    insert into ${sql.table(name)} (${list(names)}) select ${sql.join(values)} from ${sql.table(before)}
  `.execute(db);
  await db.schema.dropTable(before).execute();
}
