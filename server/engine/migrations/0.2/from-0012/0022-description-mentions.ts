import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Who is mentioned in descriptions, and the name used in the text, as users can be renamed. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('bug_mentions')
    .addColumn('bug_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('user_id', types.uuid, (of) => of.notNull().references('users.id'))
    .addColumn('typed', 'text', (of) => of.notNull())
    .addPrimaryKeyConstraint('bug_mentions_key', ['bug_id', 'user_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .alterTable('comment_mentions')
    .addColumn('typed', 'text', (of) => of.notNull().defaultTo(''))
    .execute();
  await sql`update comment_mentions set typed = (select name from users where users.id = user_id)`.execute(
    db,
  );
}
