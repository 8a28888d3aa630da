import { statuses } from '#contract/bugs/bug-fields.ts';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';

/** The data for references to the bugs with these numbers. Those that do not exist are left out. */
export async function referencesTo(db: Db, numbers: readonly number[]): Promise<BugReference[]> {
  const rows = await db
    .selectFrom('bugs')
    .select(['id', 'number', 'title', 'status'])
    .where(engineOf(db).isAmong('bugs.number', JSON.stringify(numbers), 'integer'))
    .orderBy('number')
    .execute();
  return rows.map(({ id, number, title, status }) => ({
    _id: id,
    number,
    title,
    status: statuses[status] ?? 'open',
  }));
}
