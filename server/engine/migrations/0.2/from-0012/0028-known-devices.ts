import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Devices from which users have signed in. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('known_devices')
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('seen_at', types.time, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_devices_key', ['user_id', 'device'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('known_devices_seen_at').on('known_devices').column('seen_at').execute();
}
