import { sql } from 'kysely';
import type { Db } from '#server/engine/schema.ts';
import type { StoredChange } from '#server/extensions/stored-change.ts';

export interface MailBug {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  /** The title with which it was filed: mail programs group conversations by it. */
  readonly firstTitle: string;
}

/** The bug; undefined if it is deleted. */
export async function findBug(db: Db, id: string): Promise<MailBug | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .select(['id', 'number', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();
  return bug && { ...bug, firstTitle: (await findFirstTitle(db, id)) ?? bug.title };
}

async function findFirstTitle(db: Db, bugId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('history')
    .select('changes')
    .where('bug_id', '=', bugId)
    // The same expression as in the index `history_of_titles`, which has only such entries.
    .where(sql<boolean>`changes like '%"field":"title"%'`)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
  const change = row && (JSON.parse(row.changes) as StoredChange[]).find(({ field }) => field === 'title');
  return typeof change?.from === 'string' ? change.from : undefined;
}
