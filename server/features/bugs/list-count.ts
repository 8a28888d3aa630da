import { sql } from 'kysely';
import { type ValueOf, compiled } from '#server/engine/compiled.ts';
import type { BugIds } from '#server/engine/bugs/bugs.ts';
import type { Db } from '#server/engine/schema.ts';
import { countUpTo } from './few-bugs.ts';
import type { BugConditions, Filters } from './filters.ts';
import { countAll, isSpecified, storedCount } from './stored-count.ts';
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
 * Limits for counting, which must not cost more than finding: stop after this many matches, or after comparing this
 * many bugs, or this many candidates if an index finds them.
 */
const counted = { matches: 1_000, bugs: 12_000, candidates: 100_000 };
/**
 * The limit for comparing bugs with a query without text in a tracker with more than `counted.bugs`: the total is a
 * lower bound in any case, and a page must not take longer than in a small tracker.
 */
const comparedOfMany = 2_000;
/** The limit for counting what one index finds, except for the filters of the specification, whose totals are exact. */
const mostOfIndex = 10_000;

interface Counts {
  bugs: number | string;
  matches: number | string;
}

/** The bugs to compare, and the condition of those that are counted. */
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
  compared: number | string;
  matches: number | string;
  /** The number of the last one. */
  last: number;
}

function buildCandidateCount(db: Db, filters: Filters, value: ValueOf<Values>, shape: KeyShape) {
  const { candidates, hit } = candidatesOf(db, filters, value, shape);
  const last = shape.sort === 'createdAt' ? sql`max(bugs.number)` : sql`min(bugs.number)`;
  return candidates.select([
    sql<number | string>`count(*)`.as('compared'),
    sql<number | string>`coalesce(sum(${hit}), 0)`.as('matches'),
    sql<number>`coalesce(${last}, 0)`.as('last'),
  ]);
}

/** The number, or the limit with a plus if it is higher. */
const upTo = (most: number, number: number) => (number > most ? `${most}+` : String(number));

/** The bugs of a list with nothing but a query of one test, if an index has exactly these. */
function rowsOfPart(db: Db, { shape, needles }: Prepared): BugIds | undefined {
  const { part, filters, numbered, among } = shape;
  const isPartAlone = needles.length === 0 && Object.keys(filters).length === 0 && !numbered && !among;
  return isPartAlone ? part?.rows(db) : undefined;
}

/** Counts distinct bugs; several rows may belong to one bug. */
async function countDistinct(db: Db, ids: BugIds): Promise<string> {
  const found = sql`select distinct bug_id from (${ids}) as found`;
  return upTo(mostOfIndex, await countUpTo(db, found, mostOfIndex + 1));
}

/**
 * The same for rows that no index has by bug. SQLite would read far more rows than the limit to find this many distinct
 * bugs, so the first rows alone are tried before: usually, each belongs to another bug.
 */
async function countUnsorted(db: Db, ids: BugIds): Promise<string> {
  const most = mostOfIndex + 1;
  const { rows } = await sql<{ rows: number | string; bugs: number | string }>`
    select count(*) as rows, count(distinct bug_id) as bugs
    from (select bug_id from (${ids}) as found limit ${most}) as first`.execute(db);
  const [first] = rows;
  const isKnown = Number(first?.rows) < most || Number(first?.bugs) === most;
  return isKnown ? upTo(mostOfIndex, Number(first?.bugs)) : countDistinct(db, ids);
}

/** The maximum number of bugs that the count of a scan compares. */
async function mostScanned(db: Db, { shape: { part }, needles }: Prepared): Promise<number> {
  const isOfText = needles.length > 0 || (part?.needles.length ?? 0) > 0;
  if (isOfText || (await countAll(db)) <= counted.bugs) return counted.bugs;
  return comparedOfMany;
}

/** Counts the bugs of a list. */
export class BugCounter {
  readonly #filters: Filters;
  readonly #countUpTo;
  readonly #countCandidates;

  constructor(finder: BugFinder) {
    this.#filters = finder.filters;
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
    // The order of the list does not matter.
    const listing = { ...prepared, shape: { ...prepared.shape, expressions: [] } };
    const { shape, given } = listing;
    if (shape.way === 'none') return this.#countFiltered(db, conditions, listing);
    const ids = rowsOfPart(db, listing);
    if (ids) return countUnsorted(db, ids);
    const compared = mostCompared(db, listing);
    if (compared !== undefined) return this.#countInSlices(db, listing, compared);
    const limit = shape.way === 'index' ? counted.matches + 1 : await mostScanned(db, listing);
    const { bugs, matches } = await this.#count(db, given, shape, limit);
    if (matches > counted.matches) return `${counted.matches}+`;
    return bugs < limit ? String(matches) : `${matches}+`;
  }

  /** Without a text. An index has the bugs of one filter; those of several are counted for the parameters of the specification. */
  async #countFiltered(
    db: Db,
    conditions: BugConditions,
    { shape, given, byRows }: Prepared,
  ): Promise<string> {
    const stored = await storedCount(db, conditions);
    if (stored !== undefined) return String(stored);
    const names = Object.keys(shape.filters);
    const isOne = names.length === 1;
    if (byRows) return isOne ? this.#countRows(db, conditions) : this.#countByRows(db, given, shape);
    const isWhole = shape.among || names.every((name) => isSpecified(name));
    const most = isOne ? mostOfIndex : counted.matches;
    const { matches } = await this.#count(db, given, shape, isWhole ? Number.MAX_SAFE_INTEGER : most + 1);
    return isWhole ? String(matches) : upTo(most, matches);
  }

  /** All that one filter selects by rows of another table. */
  async #countRows(db: Db, { filters }: BugConditions): Promise<string> {
    const [ids] = Object.entries(filters).map(([name, { kind, value }]) =>
      this.#filters.get(name)?.ids?.(db, kind, sql`${value}`),
    );
    if (!ids) throw new Error('A filter by rows has no rows');
    return countDistinct(db, ids);
  }

  /** Among the newest bugs, or among all if none of the newest are selected. */
  async #countByRows(db: Db, given: Prepared['given'], shape: Shape): Promise<string> {
    const { bugs, matches } = await this.#count(db, given, shape, counted.bugs);
    if (matches > counted.matches) return `${counted.matches}+`;
    if (bugs < counted.bugs) return String(matches);
    if (matches > 0) return `${matches}+`;
    const all = await this.#count(db, given, { ...shape, rows: 'all' }, Number.MAX_SAFE_INTEGER);
    return String(all.matches);
  }

  async #count(db: Db, given: Prepared['given'], shape: Shape, limit: number) {
    const [row] = await this.#countUpTo(db, { ...given, key: 0, number: 0, limit }, shape);
    return { bugs: Number(row?.bugs ?? 0), matches: Number(row?.matches ?? 0) };
  }

  /** As many at a time as a statement may compare: other requests are served between two statements. */
  async #countInSlices(db: Db, prepared: Prepared, most: number): Promise<string> {
    const { shape, given } = prepared;
    const isScan = shape.way === 'scan';
    const limit = isScan ? await mostScanned(db, prepared) : counted.candidates;
    const atOnce = Math.min(most, limit);
    // The index is fastest from its beginning; a scan takes the newest bugs.
    const sort = isScan ? '-createdAt' : 'createdAt';
    let [compared, matches] = [0, 0];
    for (let last: number | undefined; ;) {
      const values = { ...given, key: 0, number: last ?? 0, limit: atOnce };
      const place = last === undefined ? 'first' : 'after';
      const [slice] = await this.#countCandidates(db, values, { ...shape, sort, place });
      if (!slice) throw new Error('A count has no row');
      compared += Number(slice.compared);
      matches += Number(slice.matches);
      if (matches > counted.matches) return `${counted.matches}+`;
      if (Number(slice.compared) < atOnce) return String(matches);
      if (compared >= limit) return `${matches}+`;
      last = slice.last;
    }
  }
}
