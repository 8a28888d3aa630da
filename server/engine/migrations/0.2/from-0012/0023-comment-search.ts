import type { Kysely } from 'kysely';
import { fold } from '#contract/bugs/search.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** How many comments are read at a time. */
const batch = 200;

/** Folded comments, and an index of them. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('comments')
    .addColumn('body_fold', 'text', (of) => of.notNull().defaultTo(''))
    .execute();
  for (let last: string | undefined; ;) {
    let next = db.selectFrom('comments').select(['id', 'body']).orderBy('id').limit(batch);
    if (last !== undefined) next = next.where('id', '>', last);
    const comments = await next.execute();
    for (const { id, body } of comments) {
      const folded = { body_fold: fold(body) };
      await db.updateTable('comments').set(folded).where('id', '=', id).execute();
    }
    last = comments.at(-1)?.id;
    if (last === undefined) break;
  }
  for (const statement of engineOf(db).commentSearch) await statement.execute(db);
}
