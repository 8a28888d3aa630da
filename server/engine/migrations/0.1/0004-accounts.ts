import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Throttling of sign-ins, invitations, and the trail of security events. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd, appendOnly } = engineOf(db);
  await db.schema
    .createTable('sign_in_tries')
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('since', types.time, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('sign_in_tries_since').on('sign_in_tries').column('since').execute();
  await db.schema
    .createTable('invitations')
    .addColumn('secret_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('created_at', types.time, (column) => column.notNull())
    .addColumn('expires_at', types.time, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('audit')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('at', types.time, (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_id', types.uuid, (column) => column.references('users.id'))
    .addColumn('subject_id', types.uuid, (column) => column.references('users.id'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('audit_action').on('audit').columns(['action', 'id']).execute();
  await db.schema.createIndex('audit_actor').on('audit').columns(['actor_id', 'id']).execute();
  await db.schema.createIndex('audit_subject').on('audit').columns(['subject_id', 'id']).execute();
  for (const statement of appendOnly('audit')) await statement.execute(db);
}
