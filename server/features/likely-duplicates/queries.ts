import { sql } from 'kysely';
import { type Status, statuses } from '#contract/bugs/bug-fields.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Candidate } from './ranking.ts';

/** A candidate with what is shown of it. */
export interface FoundCandidate extends Candidate {
  readonly shown: { _id: string; number: number; title: string; status: Status };
}

/** The bugs with these numbers, with this many code points from the beginnings of their descriptions. */
export async function candidatesWith(
  db: Db,
  numbers: readonly number[],
  most: number,
): Promise<FoundCandidate[]> {
  const rows = await db
    .selectFrom('bugs')
    .select(['id', 'number', 'title', 'status', 'title_fold as titleFold'])
    .select(sql<string>`substr(description_fold, 1, ${most})`.as('descriptionFold'))
    .where(engineOf(db).isAmong('bugs.number', JSON.stringify(numbers), 'integer'))
    .execute();
  return rows.map(({ id, number, title, status, titleFold, descriptionFold }) => ({
    number,
    title: titleFold,
    description: descriptionFold,
    shown: { _id: id, number, title, status: statuses[status] ?? 'open' },
  }));
}
