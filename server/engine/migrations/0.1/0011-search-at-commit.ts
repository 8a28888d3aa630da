import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** The search index is renewed once in a commit, where every piece of work renewed it. */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const statement of engineOf(db).searchIndexAtCommit) await statement.execute(db);
}
