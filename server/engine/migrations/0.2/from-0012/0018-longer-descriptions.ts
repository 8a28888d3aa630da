import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Descriptions of 100,000 characters, which may be four times as many code points when decomposed. */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const statement of engineOf(db).longerDescriptions) await statement.execute(db);
}
