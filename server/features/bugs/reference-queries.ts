import { statuses } from '#contract/bugs/bug-fields.ts';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { compiled } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';

interface Row {
  id: string;
  number: number;
  title: string;
  status: number;
}

const selectReferences = compiled<{ numbers: string }, Row>((db, value) =>
  db
    .selectFrom('bugs')
    .select(['id', 'number', 'title', 'status'])
    .where(engineOf(db).isAmong('bugs.number', value('numbers'), 'integer'))
    .orderBy('number'),
);

/** The data for references to the bugs with these numbers. Those that do not exist are left out. */
export async function referencesTo(db: Db, numbers: readonly number[]): Promise<BugReference[]> {
  const rows = await selectReferences(db, { numbers: JSON.stringify(numbers) });
  return rows.map(({ id, number, title, status }) => ({
    _id: id,
    number,
    title,
    status: statuses[status] ?? 'open',
  }));
}
