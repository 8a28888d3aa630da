import { sql } from 'kysely';
import { countOf, groups } from '#server/db/bugs/bug-counts.ts';
import { type ValueOf, compiled } from '#server/db/compiled.ts';
import type { Db } from '#server/db/schema.ts';
import type { Condition } from '#server/extensions/bug-field.ts';
import { type BugConditions, type Filters, partsOf } from './filters.ts';
import { type KeyShape, candidatesOf } from './key-statements.ts';
import { type BugFinder, mostCompared } from './list-queries.ts';
import {
  type Prepared,
  type Shape,
  type Values,
  containsAll,
  hasOnePlan,
  isOneOff,
  sourceOf,
  splitByRows,
  whereOf,
} from './list-statement.ts';

/**
 * Counting what is searched for may cost no more than finding it: it ends with so many matches, or after so many bugs were
 * looked at, where most of them or only what an index has found is looked at.
 */
const counted = { matches: 1_000, bugs: 12_000, candidates: 100_000 };

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

/** Which bugs are looked at, and which of them are counted. */
function comparison(db: Db, filters: Filters, value: ValueOf<Values>, shape: Shape) {
  const others = { ...shape, way: 'none' } as const;
  switch (shape.way) {
    case 'index':
      // The index finds nothing but matches, while a scan has to look at the others, too.
      return { matches: sql<boolean>`1 = 1`, where: whereOf(db, filters, shape, value) };
    case 'scan':
      return { matches: containsAll(db, shape, value), where: whereOf(db, filters, others, value) };
    default: {
      const [byRows, rest] = splitByRows(db, filters, shape);
      return { matches: whereOf(db, filters, byRows, value), where: whereOf(db, filters, rest, value) };
    }
  }
}

function buildCount(db: Db, filters: Filters, value: ValueOf<Values>, shape: Shape) {
  const { matches, where } = comparison(db, filters, value, shape);
  const looked = db
    .selectFrom(sourceOf(db, shape, value).as('bugs'))
    .select(matches.as('matches'))
    .where(where)
    .orderBy('bugs.number', 'desc')
    .limit(value('limit'));
  return db
    .selectFrom(looked.as('looked'))
    .select(sql<number | string>`count(*)`.as('bugs'))
    .select(sql<number | string>`coalesce(sum(case when matches then 1 else 0 end), 0)`.as('matches'));
}

interface CandidateCount {
  compared: number;
  matches: number;
  /** The number of the last one. */
  last: number;
}

function buildCandidateCount(db: Db, filters: Filters, value: ValueOf<Values>, shape: KeyShape) {
  const { candidates, hit } = candidatesOf(db, filters, value, shape);
  const last = shape.sort === 'createdAt' ? sql`max(bugs.number)` : sql`min(bugs.number)`;
  return candidates.select([
    sql<number>`count(*)`.as('compared'),
    sql<number>`coalesce(sum(${hit}), 0)`.as('matches'),
    sql<number>`coalesce(${last}, 0)`.as('last'),
  ]);
}

/** Counts the bugs of a list. */
export class BugCounter {
  readonly #countUpTo;
  readonly #countCandidates;

  constructor(finder: BugFinder) {
    this.#countCandidates = compiled<Values, CandidateCount, KeyShape>(
      (db, value, shape) => buildCandidateCount(db, finder.filters, value, shape),
      { hasOnePlan, isOneOff },
    );
    this.#countUpTo = compiled<Values, Counts, Shape>(
      (db, value, shape) => buildCount(db, finder.filters, value, shape),
      { hasOnePlan, isOneOff },
    );
  }

  /** How many bugs meet the conditions; as text like `1000+` where more would have to be counted. */
  async countMatching(db: Db, conditions: BugConditions, prepared: Prepared): Promise<string> {
    const { shape, given } = prepared;
    const stored = shape.way === 'none' ? partsOf(conditions).map((part) => storedCount(part)) : [undefined];
    if (stored.every((part) => part !== undefined)) {
      const counts = await Promise.all(stored.map(({ group, ranks, by }) => countOf(db, group, ranks, by)));
      return String(counts.reduce((sum, count) => sum + count));
    }
    const most = mostCompared(db, prepared);
    if (most !== undefined) return this.#countInSlices(db, prepared, most);
    const isByRows = shape.way === 'none' && prepared.byRows === true;
    const limit = isByRows ? counted.bugs : limits[shape.way];
    const { bugs, matches } = await this.#count(db, given, shape, limit);
    if ((isByRows || shape.way !== 'none') && matches > counted.matches) return `${counted.matches}+`;
    if (bugs < limit) return String(matches);
    if (!isByRows || matches > 0) return `${matches}+`;
    // All of them are old.
    const all = { ...shape, rows: 'all' } as const;
    return String((await this.#count(db, given, all, limits.none)).matches);
  }

  async #count(db: Db, given: Prepared['given'], shape: Shape, limit: number) {
    const [row] = await this.#countUpTo(db, { ...given, key: 0, number: 0, limit }, shape);
    return { bugs: Number(row?.bugs ?? 0), matches: Number(row?.matches ?? 0) };
  }

  /** As many at a time as a statement may compare: other requests are served between two statements. */
  async #countInSlices(db: Db, { shape, given }: Prepared, most: number): Promise<string> {
    const isScan = shape.way === 'scan';
    const limit = isScan ? counted.bugs : counted.candidates;
    // The index is quicker from its beginning on; of all bugs, the newest are looked at.
    const sort = isScan ? '-createdAt' : 'createdAt';
    let [compared, matches] = [0, 0];
    for (let last: number | undefined; ;) {
      const values = { ...given, key: 0, number: last ?? 0, limit: most };
      const place = last === undefined ? 'first' : 'after';
      const [slice] = await this.#countCandidates(db, values, { ...shape, sort, place });
      if (!slice) throw new Error('A count has no row');
      compared += slice.compared;
      matches += slice.matches;
      if (matches > counted.matches) return `${counted.matches}+`;
      if (slice.compared < most) return String(matches);
      if (compared >= limit) return `${matches}+`;
      last = slice.last;
    }
  }
}

/** The place of the number of these bugs in the table of counts; undefined where it is not stored. */
function storedCount({ filters, number }: BugConditions) {
  const { status, priority, assignedTo, createdBy, ...others } = filters;
  const group = groupOf(assignedTo, createdBy);
  if (number !== undefined || Object.keys(others).length > 0 || group === undefined) return undefined;
  return {
    group,
    ranks: { status: Number(status?.value ?? 0), priority: Number(priority?.value ?? 0) },
    by: { status: status !== undefined, priority: priority !== undefined },
  };
}

function groupOf(assignedTo: Condition | undefined, createdBy: Condition | undefined): string | undefined {
  const people = assignedTo ?? createdBy;
  if (!people) return groups.all;
  if ((assignedTo && createdBy) || people.kind === 'any') return undefined;
  const person = String(people.value);
  return createdBy ? groups.by(person) : groups.to(people.kind === 'none' ? null : person);
}
