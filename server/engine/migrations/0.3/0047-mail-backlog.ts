import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/**
 * Incoming messages are deleted with their jobs, and store what limits and admins need to know about them. Messages
 * whose job failed for good, or was deleted, are deleted.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types } = engineOf(db);
  const mails = db.schema.alterTable('incoming_mails');
  await mails
    .addColumn('job_id', types.uuid, (column) => column.references('jobs.id').onDelete('cascade'))
    .execute();
  for (const name of ['sender', 'domain', 'subject'])
    await mails.addColumn(name, 'text', (column) => column.notNull().defaultTo('')).execute();
  await mails.addColumn('network', 'text').execute();
  await sql`
    update incoming_mails set job_id = (
      select jobs.id from jobs where jobs.kind = 'incoming mail' and jobs.state in ('waiting', 'running')
        and jobs.payload = '{"id":"' || cast(incoming_mails.id as text) || '"}')`.execute(db);
  await db.deleteFrom('incoming_mails').where('job_id', 'is', null).execute();
  await db.schema.createIndex('incoming_mails_of_job').on('incoming_mails').columns(['job_id']).execute();
}
