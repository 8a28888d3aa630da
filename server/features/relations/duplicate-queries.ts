import { sql } from 'kysely';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { referenceOf } from './queries.ts';

/** The bug that a bug is marked as a duplicate of, and the JSON of its state before; undefined where it is not marked. */
export async function markOf(
  db: Db,
  bugId: string,
): Promise<{ of: string; stateBefore: string } | undefined> {
  const row = await db
    .selectFrom('bug_relations')
    .select(['to_id', 'state_before'])
    .where('from_id', '=', bugId)
    .where('kind', '=', 'duplicate')
    .executeTakeFirst();
  return row && { of: row.to_id, stateBefore: row.state_before ?? '{}' };
}

/** The bugs that duplicates lead to, behind all duplicates between them, by the ids of the duplicates. */
export async function finalBugs(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, BugReference>> {
  if (ids.length === 0) return new Map();
  const among = engineOf(db).isAmong('from_id', JSON.stringify(ids), 'uuid');
  const found = sql<{ first: string; id: string; number: number; title: string; status: number }>`
    with recursive marked (first_id, of_id) as (
      select from_id, to_id from bug_relations where kind = 'duplicate' and ${among}
      union
      select marked.first_id, next.to_id from marked
      join bug_relations as next on next.from_id = marked.of_id and next.kind = 'duplicate'
    )
    select marked.first_id as "first", bugs.id, bugs.number, bugs.title, bugs.status
    from marked join bugs on bugs.id = marked.of_id
    where not exists (
      select 1 from bug_relations as next where next.from_id = marked.of_id and next.kind = 'duplicate')`;
  const { rows } = await found.execute(db);
  return new Map(rows.map(({ first, ...row }) => [first, referenceOf(row)]));
}
