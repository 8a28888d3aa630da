import { sql } from 'kysely';
import { countOf, groups } from '#server/engine/bugs/bug-counts.ts';
import type { BugIds } from '#server/engine/bugs/bugs.ts';
import { compiled } from '#server/engine/compiled.ts';
import type { Db } from '#server/engine/schema.ts';
import { type Conditions, hasFewParts, partsOf } from './conditions.ts';
import type { Filters } from './field.ts';
import { comparedWith, countUpTo, exactRows } from './query-sql.ts';
import { type Plan, type Shape, type SliceCount, type Values, buildCount, caching } from './statements.ts';

/**
 * Limits for counting, which must not cost more than finding: stop after this many matches (`ofOne` if one filter
 * or an index selects them), or after comparing this many bugs, or this many matches of the search index.
 */
const most = { matches: 1_000, ofOne: 10_000, compared: 12_000, ofIndex: 100_000 };
/**
 * The limit for comparing bugs with a query without text in a tracker with more than `most.compared` bugs: the total is
 * a lower bound in any case, and a page must not take longer than in a small tracker.
 */
const comparedOfMany = 2_000;

/** The number, or the limit with a plus if it is higher. */
const upTo = (limit: number, number: number) => (number > limit ? `${limit}+` : String(number));

/** Counts the bugs of lists. */
export class BugCounter {
  readonly #known: Filters;
  readonly #countSlice;

  constructor(known: Filters) {
    this.#known = known;
    this.#countSlice = compiled<Values, SliceCount, Shape>(
      (db, value, shape) => buildCount(db, known, value, shape),
      caching,
    );
  }

  /**
   * How many bugs meet the conditions, of which `atLeast` are known; as text like `1000+` where more would have to be
   * counted.
   */
  async count(db: Db, conditions: Conditions, plan: Plan, atLeast = 0): Promise<string> {
    const stored = await storedCount(db, conditions);
    if (stored !== undefined) return String(stored);
    if (hasOnlySpecified(conditions)) return String(await this.#countAll(db, conditions));
    const rows = this.#rowsOf(db, conditions);
    return rows ? countRows(db, rows) : this.#countInSlices(db, conditions, plan, atLeast);
  }

  /** All bugs that meet the filters: the totals of those in the specification are exact. */
  async #countAll(db: Db, { filters }: Conditions): Promise<number> {
    const conditions = Object.entries(filters).map(([name, { kind, value }]) =>
      this.#known.get(name)?.where(db, kind, sql`${value}`),
    );
    const { rows } = await sql<{ bugs: number | string }>`
      select count(*) as bugs from bugs where ${sql.join(conditions, sql` and `)}`.execute(db);
    return Number(rows[0]?.bugs);
  }

  /** The bugs of a list by one filter or one test of a query, if an index of another table has exactly these. */
  #rowsOf(db: Db, { filters, terms, rest, number }: Conditions): BugIds | undefined {
    const [first, ...others] = Object.entries(filters);
    if (terms.length > 0 || number !== undefined || others.length > 0) return undefined;
    if (!first) return rest && exactRows(db, rest);
    const [name, { kind, value }] = first;
    return rest ? undefined : this.#known.get(name)?.ids?.(db, kind, sql`${value}`);
  }

  /** Other requests are served between two statements. */
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
      if (matches > mostMatches) return `${mostMatches}+`;
      if (Number(counted.candidates) < atOnce) return String(matches);
      if (candidates >= limit) return `${Math.max(matches, atLeast)}+`;
      last = counted.last;
    }
  }
}

function mostMatchesOf({ filters, terms, rest }: Conditions, { shape }: Plan): number {
  if (terms.length > 0 || rest) return most.matches;
  return shape.candidates.among || Object.keys(filters).length === 1 ? most.ofOne : most.matches;
}

async function mostCandidates(db: Db, { terms, rest }: Conditions, { shape }: Plan): Promise<number> {
  if (shape.way === 'index') return most.ofIndex;
  if (!rest || terms.length > 0 || comparedWith(rest).needles.length > 0) return most.compared;
  const all = await countOf(db, groups.all, { status: 0, priority: 0 }, { status: false, priority: false });
  return all <= most.compared ? most.compared : comparedOfMany;
}

/**
 * Counts the distinct bugs of rows. No index has them by bug, so SQLite would read far more rows than the limit: the first
 * rows alone are tried before, as usually each belongs to another bug.
 */
async function countRows(db: Db, ids: BugIds): Promise<string> {
  const limit = most.ofOne + 1;
  const { rows } = await sql<{ rows: number | string; bugs: number | string }>`
    select count(*) as rows, count(distinct bug_id) as bugs
    from (select bug_id from (${ids}) as found limit ${limit}) as first`.execute(db);
  const [first] = rows;
  if (Number(first?.rows) < limit || Number(first?.bugs) === limit)
    return upTo(most.ofOne, Number(first?.bugs));
  const distinct = sql`select distinct bug_id from (${ids}) as found`;
  return upTo(most.ofOne, await countUpTo(db, distinct, limit));
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
