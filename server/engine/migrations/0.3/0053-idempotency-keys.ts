import type { Kysely } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';

/**
 * Idempotency keys are stored with the id of what the request made, instead of its encrypted response. Of earlier requests the
 * id is not known: one that is repeated is refused, as none has this fingerprint, and is not carried out again.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema.dropIndex('kept_answers_answered_at').execute();
  await schema.alterTable('kept_answers').renameTo('idempotency_keys').execute();
  const keys = schema.alterTable('idempotency_keys');
  await keys.dropColumn('sealed').execute();
  for (const name of ['fingerprint', 'result'])
    await keys.addColumn(name, 'text', (column) => column.notNull().defaultTo('')).execute();
  await schema
    .createIndex('idempotency_keys_answered_at')
    .on('idempotency_keys')
    .column('answered_at')
    .execute();
}
