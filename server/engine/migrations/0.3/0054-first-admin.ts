import { type Kysely, sql } from 'kysely';
import { newId } from '#server/engine/id.ts';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** The link by which the first admin registers; and invitations to addresses, with an id by which admins withdraw them. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('admin_links')
    .addColumn('id', 'integer', (column) =>
      column
        .notNull()
        .primaryKey()
        .check(sql`id = 1`),
    )
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', types.time, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  const invitations = db.schema.alterTable('invitations');
  await invitations.addColumn('id', types.uuid).execute();
  await invitations.addColumn('email', 'text').execute();
  await invitations.addColumn('email_key', 'text').execute();
  await invitations.addColumn('created_by', types.uuid, (column) => column.references('users.id')).execute();
  const rows = await db.selectFrom('invitations').select('secret_hash').orderBy('created_at').execute();
  for (const { secret_hash: hash } of rows)
    await db.updateTable('invitations').set({ id: newId() }).where('secret_hash', '=', hash).execute();
  for (const column of ['id', 'email_key']) {
    await db.schema.createIndex(`invitations_${column}`).on('invitations').column(column).unique().execute();
  }
  await db.schema.createIndex('invitations_created_by').on('invitations').column('created_by').execute();
}
