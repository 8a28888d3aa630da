import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Searching for one or two characters through the index as well. */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const statement of engineOf(db).searchIndexForShortTexts) await statement.execute(db);
}
