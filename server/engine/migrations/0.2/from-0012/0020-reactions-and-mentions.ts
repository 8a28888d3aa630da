import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Reactions to bugs and comments, and who is mentioned in comments. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  for (const target of ['bug', 'comment'] as const) {
    const column = `${target}_id` as const;
    await db.schema
      .createTable(`${target}_reactions`)
      .addColumn(column, types.uuid, (of) => of.notNull().references(`${target}s.id`).onDelete('cascade'))
      .addColumn('name', 'text', (of) => of.notNull())
      .addColumn('user_id', types.uuid, (of) => of.notNull().references('users.id'))
      .addColumn('at', types.time, (of) => of.notNull())
      .addPrimaryKeyConstraint(`${target}_reactions_key`, [column, 'name', 'user_id'])
      .modifyEnd(tableEnd)
      .execute();
  }
  await db.schema
    .createTable('comment_mentions')
    .addColumn('comment_id', types.uuid, (of) => of.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('user_id', types.uuid, (of) => of.notNull().references('users.id'))
    .addPrimaryKeyConstraint('comment_mentions_key', ['comment_id', 'user_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('users_by_name').on('users').columns(['name']).execute();
}
