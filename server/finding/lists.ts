import { sql } from 'kysely';
import { rankStep } from '#contract/bugs/board.ts';
import { countOf, groups } from '#server/engine/bugs/bug-counts.ts';
import { compiled } from '#server/engine/compiled.ts';
import type { Db } from '#server/engine/schema.ts';
import { mostAmong } from '#server/engine/search.ts';
import { type Conditions, hasFewParts, partsOf } from './conditions.ts';
import type { Filters } from './field.ts';
import { type Position, sortOrder } from './order.ts';
import { amongRows, mostRows } from './plan.ts';
import { comparedWith, exactRows } from './query-sql.ts';
import {
  type Key,
  type KeyRow,
  type Place,
  type Plan,
  type Shape,
  type SliceCount,
  type Values,
  buildCount,
  buildKeys,
  caching,
  nothing,
} from './statements.ts';

/** A page of a list: up to `limit` bugs after a position. */
export interface Page {
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The maximum growth of the number of candidates from one statement to the next, while there are too few matches. */
const growth = 4;
/**
 * The safety factor on the number of candidates that the last matches suggest, because matches are unevenly
 * distributed.
 */
const margin = 1.2;

/**
 * Limits for counting, which must not cost more than finding: stop after this many matches (`ofTexts` if texts are
 * compared, `ofOne` if one filter or an index selects them), or after comparing this many bugs, or this many matches of
 * the search index.
 */
const limits = { matches: 1_000, ofTexts: 200, ofOne: mostAmong, compared: 12_000, ofIndex: 100_000 };
/**
 * The limit for comparing bugs with something other than text in a tracker with more than `limits.compared` bugs: the
 * total is a lower bound in any case, and a page must not take longer than in a small tracker. SQLite's cache holds
 * this many bugs.
 */
const comparedOfMany = 250;

/** Reads pages of lists, and counts lists, by their plans. */
export class ListReader {
  readonly #known: Filters;
  readonly #select;
  readonly #countSlice;

  constructor(known: Filters) {
    this.#known = known;
    this.#select = compiled<Values, KeyRow, Shape>(
      (db, value, shape) => buildKeys(db, known, value, shape),
      caching,
    );
    this.#countSlice = compiled<Values, SliceCount, Shape>(
      (db, value, shape) => buildCount(db, known, value, shape),
      caching,
    );
  }

  /** The keys of a page, in the order of the list. */
  async keys(db: Db, plan: Plan, page: Page): Promise<Key[]> {
    const { shape, parts, ranked } = plan;
    const { column, descending } = sortOrder(shape.sort);
    if (ranked) return this.#readRanked(db, ranked, page);
    if (parts) {
      const found = await Promise.all(parts.map((part) => this.keys(db, part, page)));
      return merged(found, page, descending);
    }
    const isByNumber = shape.way === 'index' && plan.mostCompared !== undefined;
    if (isByNumber && column !== 'number') return this.#readSorted(db, plan, page);
    const found: Key[] = [];
    for await (const rows of this.#slices(db, plan, page)) found.push(...rows);
    return found.slice(0, page.limit);
  }

  /**
   * The matches among candidates, until there are enough. Between two statements, other requests are served, and the
   * deadline of the request is checked.
   */
  async *#slices(db: Db, plan: Plan, page: Page): AsyncGenerator<Key[]> {
    const atOnce = plan.mostCompared ?? Infinity;
    let { after, limit: missing } = page;
    let [from, compared] = [plan, 0];
    for (let limit = Math.min(missing, atOnce); ;) {
      const rows = await this.#candidates(db, from, { after, limit });
      const hits = rows.filter(({ hit }) => hit === 1);
      yield hits;
      missing -= hits.length;
      after = rows.at(-1);
      if (rows.length < limit || missing <= 0) return;
      compared += rows.length;
      if (hits.length === 0 && compared >= limits.compared)
        from = (await amongRows(db, from)) ?? { ...from, rows: undefined };
      limit = Math.min(atOnce, nextLimit(limit, hits.length, missing));
    }
  }

  async #candidates(db: Db, { shape, values }: Plan, { after, limit }: Page): Promise<KeyRow[]> {
    const select = (place: Place, wanted: number) =>
      this.#select(
        db,
        { ...values, key: after?.key ?? 0, number: after?.number ?? 0, limit: wanted },
        { ...shape, place },
      );
    if (!after) return select('first', limit);
    if (sortOrder(shape.sort).column === 'number') return select('after', limit);
    const equal = await select('equal', limit);
    return equal.length === limit ? equal : [...equal, ...(await select('behind', limit - equal.length))];
  }

  /** Reads all matches and sorts them, because the search index returns its matches only by number. */
  async #readSorted(db: Db, plan: Plan, page: Page): Promise<Key[]> {
    const { sort } = plan.shape;
    const numbers: number[] = [];
    const byNumber = { ...plan, shape: { ...plan.shape, sort: undefined } };
    for await (const rows of this.#slices(db, byNumber, { after: undefined, limit: Infinity }))
      numbers.push(...rows.map(({ number }) => number));
    const among = {
      shape: { way: 'scan', candidates: { ...nothing, among: true }, compared: nothing, sort },
      values: { match: '', among: JSON.stringify(numbers) },
      mostCompared: undefined,
    } as const;
    return this.#candidates(db, among, page);
  }

  /** Bugs in the order of boards: placed ones by their rank, others by the rank of their number. */
  async #readRanked(db: Db, { placed, others }: NonNullable<Plan['ranked']>, page: Page): Promise<Key[]> {
    const { descending } = sortOrder(placed.shape.sort);
    const { after, limit } = page;
    const numbered = await this.keys(db, others, {
      after: after && { key: 0, number: numberBehind(after, descending) },
      limit,
    });
    const ranks = numbered.map((key) => ({ ...key, key: key.number * rankStep }));
    return merged([await this.keys(db, placed, page), ranks], page, descending);
  }

  /** The number of matches at which counting stops, if reading as many keys is as quick as counting; else 0. */
  countedTo({ shape }: Plan): number {
    return shape.way === 'index' && sortOrder(shape.sort).column === 'number' ? limits.ofTexts : 0;
  }

  /**
   * The number of bugs, known to be at least `atLeast`; a lower bound such as `1000+` where more would have to be
   * counted.
   */
  async count(db: Db, conditions: Conditions, plan: Plan, atLeast: number): Promise<string> {
    const stored = await storedCount(db, conditions);
    if (stored !== undefined) return String(stored);
    if (hasOnlySpecified(conditions)) return String(await this.#countAll(db, conditions));
    return this.#areRows(db, conditions)
      ? countOfRows(plan)
      : this.#countInSlices(db, conditions, plan, atLeast);
  }

  /** Counts all bugs that meet the filters: with the specification's filters, totals are exact. */
  async #countAll(db: Db, { filters }: Conditions): Promise<number> {
    const conditions = Object.entries(filters).map(([name, { kind, value }]) =>
      this.#known.get(name)?.where(db, kind, sql`${value}`),
    );
    const { rows } = await sql<{ bugs: number | string }>`
      select count(*) as bugs from bugs where ${sql.join(conditions, sql` and `)}`.execute(db);
    return Number(rows[0]?.bugs);
  }

  /**
   * Whether the list has only one filter or one test of a query, and an index of another table has exactly its bugs.
   */
  #areRows(db: Db, { filters, terms, rest, number }: Conditions): boolean {
    const [first, ...others] = Object.entries(filters);
    if (terms.length > 0 || number !== undefined || others.length > 0) return false;
    if (!first) return rest !== undefined && exactRows(db, rest) !== undefined;
    const [name, { kind, value }] = first;
    return !rest && this.#known.get(name)?.numbers?.(db, kind, sql`${value}`) !== undefined;
  }

  /** Counts in several statements, between which other requests are served. */
  async #countInSlices(db: Db, conditions: Conditions, plan: Plan, atLeast: number): Promise<string> {
    const { shape, values, mostCompared } = plan;
    const mostMatches = mostMatchesOf(conditions, plan);
    const limit = mostCompared === undefined ? mostMatches + 1 : await mostCandidates(db, conditions, plan);
    const atOnce = Math.min(mostCompared ?? limit, limit);
    // SQLite's search index is fastest from its beginning; otherwise, the newest bugs are counted.
    const sort = shape.way === 'index' && mostCompared !== undefined ? 'createdAt' : '-createdAt';
    let [candidates, matches] = [0, 0];
    for (let last: number | undefined; ;) {
      const place = last === undefined ? 'first' : 'after';
      const slice = { ...values, key: 0, number: last ?? 0, limit: atOnce };
      const [counted] = await this.#countSlice(db, slice, { ...shape, sort, place });
      if (!counted) throw new Error('A count has no row');
      candidates += Number(counted.candidates);
      matches += Number(counted.hits);
      if (matches > mostMatches) return `${Math.max(mostMatches, atLeast)}+`;
      if (Number(counted.candidates) < atOnce) return String(matches);
      if (candidates >= limit) {
        const among = matches === 0 ? await amongRows(db, plan) : undefined;
        if (among) return this.#countInSlices(db, conditions, among, atLeast);
        return `${Math.max(matches, atLeast)}+`;
      }
      last = counted.last;
    }
  }
}

/**
 * The number of candidates to compare next, after `limit` of them had `hits` matches and `missing` matches are wanted.
 */
function nextLimit(limit: number, hits: number, missing: number) {
  const most = limit * growth;
  return hits === 0 ? most : Math.min(most, Math.ceil((missing / hits) * limit * margin));
}

/** Merges lists with numeric keys into one. */
function merged(lists: readonly Key[][], { limit }: Page, descending: boolean): Key[] {
  const direction = descending ? -1 : 1;
  return lists
    .flat()
    .toSorted((one, other) => direction * (Number(one.key) - Number(other.key)) || other.number - one.number)
    .slice(0, limit);
}

/**
 * The number after which, at a position in the order of boards, the never placed bugs follow: their rank depends on
 * their number.
 */
function numberBehind({ key, number: at }: Position, descending: boolean): number {
  const same = Math.floor(Number(key) / rankStep);
  // Equal ones come newest first.
  const isBehind = Number(key) % rankStep === 0 && same < at;
  if (descending) return Number(key) % rankStep === 0 && !isBehind ? same : same + 1;
  return isBehind ? same - 1 : same;
}

/** The number of bugs in a plan that has all their numbers, unless there are more than `mostAmong`. */
function countOfRows({ shape, values }: Plan): string {
  return shape.candidates.among ? String((JSON.parse(values.among) as number[]).length) : `${mostAmong}+`;
}

function mostMatchesOf({ filters, terms, rest }: Conditions, { shape }: Plan): number {
  if (terms.length > 0) return limits.ofTexts;
  if (rest) return limits.matches;
  return shape.candidates.among || Object.keys(filters).length === 1 ? limits.ofOne : limits.matches;
}

async function mostCandidates(db: Db, { terms, rest }: Conditions, { shape }: Plan): Promise<number> {
  if (shape.way === 'index') return limits.ofIndex;
  if (shape.candidates.among && !rest && terms.length === 0) return mostRows;
  if (terms.length > 0 || (rest && comparedWith(rest).needles.length > 0)) return limits.compared;
  const all = await countOf(db, groups.all, { status: 0, priority: 0 }, { status: false, priority: false });
  return all <= limits.compared ? limits.compared : comparedOfMany;
}

const specified = new Set(['status', 'priority', 'assignedTo', 'createdBy']);

/** Whether the list only has filters that the specification has. */
function hasOnlySpecified({ filters, terms, rest, number }: Conditions): boolean {
  const isFiltered = terms.length === 0 && !rest && number === undefined;
  return isFiltered && Object.keys(filters).every((name) => specified.has(name));
}

/** How many bugs meet the conditions, from the table of counts; undefined if it does not have that number. */
async function storedCount(db: Db, conditions: Conditions): Promise<number | undefined> {
  const { assignedTo, createdBy } = conditions.filters;
  if (!hasOnlySpecified(conditions) || !hasFewParts(conditions) || (assignedTo && createdBy))
    return undefined;
  const counts = partsOf(conditions).map(async ({ filters: { status, priority, ...people } }) =>
    countOf(
      db,
      groupOf(people),
      { status: Number(status?.value ?? 0), priority: Number(priority?.value ?? 0) },
      { status: status !== undefined, priority: priority !== undefined },
    ),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count);
}

function groupOf({ assignedTo, createdBy }: Conditions['filters']): string {
  if (createdBy) return groups.by(String(createdBy.value));
  if (!assignedTo) return groups.all;
  return groups.to(assignedTo.kind === 'none' ? null : String(assignedTo.value));
}
