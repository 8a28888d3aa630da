import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** With their marks, for exact phrases, where folding has removed some. `refold` fills them and folds stored texts again. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types } = engineOf(db);
  for (const [table, columns] of [
    ['bugs', ['title_marked', 'description_marked']],
    ['comments', ['body_marked']],
  ] as const)
    for (const column of columns)
      await sql`alter table ${sql.table(table)} add column ${sql.id(column)} ${types.foldedText}`.execute(db);
  await sql`insert into counters (name, value)
    select 'bugs to fold', max(number) from bugs having max(number) is not null`.execute(db);
}
