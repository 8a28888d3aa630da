import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Inserts cannot replace entries of the audit trail. */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const statement of engineOf(db).refuseReplacing('audit')) await statement.execute(db);
}
