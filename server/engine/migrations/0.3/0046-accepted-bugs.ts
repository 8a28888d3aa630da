import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';

/**
 * The triage queue has the bugs that no one has accepted. Until now, a bug also left it by getting an assignee and, if
 * there are components, a component: these bugs count as accepted, so that they do not return.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`update bugs set triaged = 1 where triaged is null and assigned_to is not null
    and (component_id is not null or not exists (select 1 from components where archived_at is null))`.execute(
    db,
  );
}
