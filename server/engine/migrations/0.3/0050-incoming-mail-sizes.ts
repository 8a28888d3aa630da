import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';

/**
 * An index with what limits need to know about incoming messages: those columns come after the texts, which SQLite
 * would have to read in full.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('incoming_mails')
    .addColumn('size', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update incoming_mails set size = octet_length(raw)`.execute(db);
  await db.schema
    .createIndex('sizes_of_incoming_mails')
    .on('incoming_mails')
    .columns(['size', 'sender', 'domain', 'network'])
    .execute();
}
