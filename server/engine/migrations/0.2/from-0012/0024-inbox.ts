import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Who watches which bug, and the inboxes of users: a row for each user and bug. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('watches')
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('is_on', 'integer', (column) => column.notNull().check(sql`is_on between 0 and 1`))
    .addColumn('at', types.time, (column) => column.notNull())
    .addPrimaryKeyConstraint('watches_key', ['bug_id', 'user_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('inbox')
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('unread', 'read', 'done', 'snoozed')`),
    )
    .addColumn('reasons', 'integer', (column) => column.notNull().check(sql`reasons between 1 and 63`))
    .addColumn('first_unread_at', types.time)
    .addColumn('snoozed_until', types.time)
    .addColumn('listed_at', types.time, (column) => column.notNull())
    .addColumn('latest_at', types.time, (column) => column.notNull())
    .addColumn('latest_kind', 'text', (column) =>
      column.notNull().check(sql`latest_kind in ('created', 'changed', 'commented')`),
    )
    .addColumn('latest_by', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('latest_comment', types.uuid)
    .addColumn('named_at', types.time)
    .addColumn('named_by', types.uuid, (column) => column.references('users.id'))
    .addColumn('named_as', 'text', (column) => column.check(sql`named_as in ('mentioned', 'assigned')`))
    .addColumn('mail_from_at', types.time)
    .addColumn('mail_due_at', types.time)
    .addColumn('mail_until', types.time)
    .addColumn('mail_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('inbox_key', ['user_id', 'bug_id'])
    .addCheckConstraint('inbox_snoozed', sql`(state = 'snoozed') = (snoozed_until is not null)`)
    .addCheckConstraint('inbox_named', sql`(named_at is null) = (named_by is null or named_as is null)`)
    .modifyEnd(tableEnd)
    .execute();
  // The lists in their order: by state for what is neither done nor snoozed, and snoozed ones by their return.
  await sql`create index inbox_open on inbox (user_id, listed_at, bug_id, reasons) where state in ('unread', 'read')`.execute(
    db,
  );
  await db.schema
    .createIndex('inbox_by_state')
    .on('inbox')
    .columns(['user_id', 'state', 'listed_at', 'bug_id'])
    .execute();
  await sql`create index inbox_snoozes on inbox (user_id, snoozed_until, bug_id) where state = 'snoozed'`.execute(
    db,
  );
  await db.schema.createIndex('inbox_of_bug').on('inbox').columns(['bug_id']).execute();
  await watchWhatUsersTakePartIn(db);
}

/** Watchers are assignees, commenters and mentioned users; creators watch without a row. */
async function watchWhatUsersTakePartIn(db: Kysely<Schema>): Promise<void> {
  const partakers = [
    sql`select id as bug_id, assigned_to as user_id, updated_at as at from bugs where assigned_to is not null`,
    sql`select bug_id, created_by as user_id, min(created_at) as at from comments group by bug_id, created_by`,
    sql`select bug_id, user_id, created_at as at from bug_mentions join bugs on bugs.id = bug_mentions.bug_id`,
    sql`select comments.bug_id, user_id, min(comments.created_at) as at
      from comment_mentions join comments on comments.id = comment_mentions.comment_id
      group by comments.bug_id, user_id`,
  ];
  for (const some of partakers) {
    await sql`
      insert into watches (bug_id, user_id, is_on, at)
      select bug_id, user_id, 1, at from (${some}) as partakers where true
      on conflict (bug_id, user_id) do nothing
    `.execute(db);
  }
}
