import { sql } from 'kysely';
import { countOf, groups } from '#server/db/bug-counts.ts';
import { compiled } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import { mostCompared, slices } from './list-queries.ts';
import {
  type BugConditions,
  type Prepared,
  type Shape,
  type Values,
  conditionsOf,
  prepare,
  sourceOf,
} from './list-statement.ts';

/**
 * Counting what is searched for may cost no more than finding it: it ends with so many matches, or after so many bugs were
 * looked at, where most of them or only what an index has found is looked at.
 */
const counted = { matches: 1_000, bugs: 20_000, candidates: 100_000 };

/** How many bugs are looked at, by how they are found. */
const limits: Record<Shape['way'], number> = {
  none: Number.MAX_SAFE_INTEGER,
  index: counted.matches + 1,
  scan: counted.bugs,
};

const countUpTo = compiled<Values, { bugs: number | string; matches: number | string }, Shape>(
  (db, value, shape) => {
    const isScan = shape.way === 'scan';
    // While the index finds nothing but matches, a scan has to look at the others, too.
    const looked = db
      .selectFrom(sourceOf(db, shape, value).as('bugs'))
      .select(
        isScan
          ? engineOf(db).search.contains(value('needle')).as('matches')
          : sql<boolean>`1 = 1`.as('matches'),
      )
      .where(conditionsOf(db, isScan ? { ...shape, way: 'none' } : shape, value))
      .orderBy('bugs.number', 'desc')
      .limit(value('limit'));
    return db
      .selectFrom(looked.as('looked'))
      .select(sql<number | string>`count(*)`.as('bugs'))
      .select(sql<number | string>`coalesce(sum(case when matches then 1 else 0 end), 0)`.as('matches'));
  },
);

/** How many bugs meet the conditions; as text like `1000+` where more would have to be counted. */
export async function countMatching(db: Db, filter: BugConditions): Promise<string> {
  const prepared = await prepare(db, filter);
  const { shape, given } = prepared;
  const group = groupOf(filter);
  if (group !== undefined && shape.way === 'none') return String(await countOf(db, group, given, shape));
  const most = mostCompared(db, prepared);
  if (most !== undefined) return countInSlices(db, prepared, most);
  const limit = limits[shape.way];
  const [row] = await countUpTo(db, { ...given, key: 0, number: 0, limit }, shape);
  const matches = Number(row?.matches ?? 0);
  if (shape.way !== 'none' && matches > counted.matches) return `${counted.matches}+`;
  return Number(row?.bugs ?? 0) < limit ? String(matches) : `${matches}+`;
}

async function countInSlices(db: Db, prepared: Prepared, most: number): Promise<string> {
  const limit = prepared.shape.way === 'scan' ? counted.bugs : counted.candidates;
  let [compared, matches] = [0, 0];
  for await (const rows of slices(
    db,
    { ...prepared, sort: undefined },
    { after: undefined, wanted: most, most },
  )) {
    if (compared >= limit) return `${matches}+`;
    compared += rows.length;
    matches += rows.filter(({ hit }) => hit).length;
    if (matches > counted.matches) return `${counted.matches}+`;
  }
  return String(matches);
}

/** The group whose count is kept; nothing where that is not so. */
function groupOf({ assignedTo, createdBy, number }: BugConditions): string | undefined {
  if (number !== undefined) return undefined;
  if (assignedTo === undefined) return createdBy === undefined ? groups.all : groups.by(createdBy);
  return createdBy === undefined ? groups.to(assignedTo) : undefined;
}
