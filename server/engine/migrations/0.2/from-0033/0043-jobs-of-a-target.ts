import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';

/** Finds the jobs of a target that have not ended, in the order in which they were added. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`create index jobs_target on jobs (target, id) where due_at is not null`.execute(db);
}
