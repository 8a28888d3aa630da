import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Changes of any kind: features add kinds, and the program's types hold them. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  // SQLite cannot drop a constraint.
  await db.schema.alterTable('changes').renameTo('changes_before').execute();
  await db.schema
    .createTable('changes')
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', types.uuid, (column) => column.notNull())
    .addColumn('version', 'integer')
    .addPrimaryKeyConstraint('changes_key', ['seq'])
    .modifyEnd(tableEnd)
    .execute();
  const columns = ['seq', 'kind', 'id', 'version'] as const;
  await db
    .insertInto('changes')
    .columns(columns)
    .expression((eb) => eb.selectFrom('changes_before' as 'changes').select(columns))
    .execute();
  await db.schema.dropTable('changes_before').execute();
}
