import { sql } from 'kysely';
import { countOf, groups } from '#server/db/bug-counts.ts';
import { type ValueOf, compiled } from '#server/db/compiled.ts';
import type { Db } from '#server/db/schema.ts';
import type { BugConditions, Filters } from './filters.ts';
import { type BugFinder, mostCompared } from './list-queries.ts';
import {
  type Prepared,
  type Shape,
  type Values,
  containsAll,
  hasOnePlan,
  prepare,
  sourceOf,
  whereOf,
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

interface Counts {
  bugs: number | string;
  matches: number | string;
}

function buildCount(db: Db, filters: Filters, value: ValueOf<Values>, shape: Shape) {
  const isScan = shape.way === 'scan';
  // While the index finds nothing but matches, a scan has to look at the others, too.
  const looked = db
    .selectFrom(sourceOf(db, shape, value).as('bugs'))
    .select(isScan ? containsAll(db, shape, value).as('matches') : sql<boolean>`1 = 1`.as('matches'))
    .where(whereOf(db, filters, isScan ? { ...shape, way: 'none' } : shape, value))
    .orderBy('bugs.number', 'desc')
    .limit(value('limit'));
  return db
    .selectFrom(looked.as('looked'))
    .select(sql<number | string>`count(*)`.as('bugs'))
    .select(sql<number | string>`coalesce(sum(case when matches then 1 else 0 end), 0)`.as('matches'));
}

/** Counts the bugs of a list. */
export class BugCounter {
  readonly #finder: BugFinder;
  readonly #countUpTo;

  constructor(finder: BugFinder) {
    this.#finder = finder;
    this.#countUpTo = compiled<Values, Counts, Shape>(
      (db, value, shape) => buildCount(db, finder.filters, value, shape),
      { hasOnePlan },
    );
  }

  /** How many bugs meet the conditions; as text like `1000+` where more would have to be counted. */
  async countMatching(db: Db, conditions: BugConditions): Promise<string> {
    const prepared = await prepare(db, conditions);
    const { shape, given } = prepared;
    const kept = shape.way === 'none' ? keptCount(conditions) : undefined;
    if (kept) return String(await countOf(db, kept.group, kept.ranks, kept.by));
    const most = mostCompared(db, prepared);
    if (most !== undefined) return this.#countInSlices(db, prepared, most);
    const limit = limits[shape.way];
    const [row] = await this.#countUpTo(db, { ...given, key: 0, number: 0, limit }, shape);
    const matches = Number(row?.matches ?? 0);
    if (shape.way !== 'none' && matches > counted.matches) return `${counted.matches}+`;
    return Number(row?.bugs ?? 0) < limit ? String(matches) : `${matches}+`;
  }

  async #countInSlices(db: Db, prepared: Prepared, most: number): Promise<string> {
    const limit = prepared.shape.way === 'scan' ? counted.bugs : counted.candidates;
    let [compared, matches] = [0, 0];
    const all = { after: undefined, wanted: most, most };
    for await (const rows of this.#finder.slices(db, { ...prepared, sort: undefined }, all)) {
      if (compared >= limit) return `${matches}+`;
      compared += rows.length;
      matches += rows.filter(({ hit }) => hit).length;
      if (matches > counted.matches) return `${counted.matches}+`;
    }
    return String(matches);
  }
}

/** Where in the table of counts the number of these bugs is; undefined where it is not kept. */
function keptCount({ filters, number }: BugConditions) {
  const { status, priority, assignedTo, createdBy, ...others } = filters;
  if (number !== undefined || Object.keys(others).length > 0 || (assignedTo && createdBy)) return undefined;
  const person = String((assignedTo ?? createdBy)?.value);
  const ofAssignee = assignedTo && groups.to(assignedTo.kind === 'none' ? null : person);
  return {
    group: ofAssignee ?? (createdBy ? groups.by(person) : groups.all),
    ranks: { status: Number(status?.value ?? 0), priority: Number(priority?.value ?? 0) },
    by: { status: status !== undefined, priority: priority !== undefined },
  };
}
