import { type RawBuilder, sql } from 'kysely';
import { compiledWrite } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';

/** The position of the resolution of the row `bugs` as text; empty without one. */
export const resolutionOfBug = sql<string>`coalesce((select cast(resolution as text) from bug_resolutions
  where bug_resolutions.bug_id = bugs.id), 'none')`;

export const hasNoResolution = sql<boolean>`not exists (
  select 1 from bug_resolutions where bug_resolutions.bug_id = bugs.id)`;

/** Whether the row `bugs` has one of these resolutions, a JSON array of their places. */
export function hasResolution(db: Db, places: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from bug_resolutions where bug_resolutions.bug_id = bugs.id
    and ${engineOf(db).isAmong('bug_resolutions.resolution', places, 'integer')})`;
}

export function hasResolutionOrNone(db: Db, places: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${hasNoResolution} or ${hasResolution(db, places)})`;
}

type Columns = Schema['bug_resolutions'];

const setRow = compiledWrite<Columns>((tx, value) =>
  tx
    .insertInto('bug_resolutions')
    .values({ bug_id: value('bug_id'), resolution: value('resolution') })
    .onConflict((conflict) =>
      conflict.column('bug_id').doUpdateSet(({ ref }) => ({ resolution: ref('excluded.resolution') })),
    ),
);

export async function setResolution(tx: Tx, bugId: string, place: number): Promise<void> {
  await setRow(tx, { bug_id: bugId, resolution: place });
}

const deleteRow = compiledWrite<{ bug_id: string }>((tx, value) =>
  tx.deleteFrom('bug_resolutions').where('bug_id', '=', value('bug_id')),
);

export async function removeResolution(tx: Tx, bugId: string): Promise<void> {
  await deleteRow(tx, { bug_id: bugId });
}
