import type { Bug } from '#contract/bugs/bugs.ts';
import { rankStep } from '#contract/bugs/board.ts';
import { compiled } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import type { BugRow } from './columns.ts';
import type { BugConditions, Filters } from './filters.ts';
import {
  type Prepared,
  type Shape,
  type Values,
  hasOnePlan,
  isOneOff,
  statementFor,
  whereOf,
} from './list-statement.ts';
import {
  type Key,
  type KeyRow,
  type KeyShape,
  type Place,
  buildCandidates,
  buildKeys,
} from './key-statements.ts';
import { type Position, numberBehind, sortOrder } from './order.ts';
import type { BugReader } from './reads.ts';

type KeyStatement = (db: Db, values: Values, shape: KeyShape) => Promise<KeyRow[]>;

/** Up to `limit` rows in their order after a position. */
async function rowsAfter(
  db: Db,
  statement: KeyStatement,
  { shape, given, sort }: Prepared,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<KeyRow[]> {
  const select = (place: Place, most: number) =>
    statement(
      db,
      { ...given, key: after?.key ?? 0, number: after?.number ?? 0, limit: most },
      {
        ...shape,
        sort,
        place,
      },
    );
  if (!after) return select('first', limit);
  if (sortOrder(sort).column === 'number') return select('after', limit);
  const equal = await select('equal', limit);
  return equal.length === limit ? equal : [...equal, ...(await select('behind', limit - equal.length))];
}

/** The maximum growth of the number of candidates from one statement to the next, while there are too few matches. */
const growth = 4;
/** The safety factor on the number of candidates that the last matches suggest, as matches are unevenly distributed. */
const margin = 1.2;

/** The number of candidates to compare after `limit` of them had `hits` matches, if `missing` more are wanted. */
function nextLimit(limit: number, hits: number, missing: number) {
  const most = limit * growth;
  return hits === 0 ? most : Math.min(most, Math.ceil((missing / hits) * limit * margin));
}

/** The number of bugs that a statement may compare with the text; undefined if that is unlimited, or nothing is compared. */
export function mostCompared(db: Db, { shape, needles, mostAtOnce }: Prepared): number | undefined {
  const { way, inComments, part } = shape;
  const { search } = engineOf(db);
  if (way === 'none' || (way === 'index' && !search.boundsIndex)) return undefined;
  return search.maxCompared([...needles, ...(part?.needles ?? [])], {
    inComments: inComments || part?.inComments === true,
    tests: part?.tests ?? 0,
    mostAtOnce,
  });
}

/** Finds the bugs of a list by its conditions, and loads them. */
export class BugFinder {
  readonly filters: Filters;
  readonly #reader: BugReader;
  readonly #selectKeys: KeyStatement;
  readonly #selectCandidates: KeyStatement;
  readonly #selectListed;

  constructor(reader: BugReader, filters: Filters) {
    this.filters = filters;
    this.#reader = reader;
    this.#selectKeys = compiled<Values, KeyRow, KeyShape>(
      (db, value, shape) => buildKeys(db, filters, value, shape),
      { hasOnePlan, isOneOff },
    );
    this.#selectCandidates = compiled<Values, KeyRow, KeyShape>(
      (db, value, shape) => buildCandidates(db, filters, value, shape),
      { hasOnePlan, isOneOff },
    );
    this.#selectListed = compiled<Values, BugRow & Record<string, unknown>, Shape>((db, value, shape) =>
      reader.select(db).where(whereOf(db, filters, shape, value)),
    );
  }

  /**
   * Candidates in their order, until enough of them match, at most `most` at a time: between two statements, other
   * requests are served and the request's deadline is checked.
   */
  async *slices(
    db: Db,
    listing: Prepared,
    { after, wanted, most }: { after: Position | undefined; wanted: number; most: number },
  ): AsyncGenerator<KeyRow[]> {
    let position = after;
    let missing = wanted;
    for (let limit = Math.min(wanted, most); ;) {
      const rows = await rowsAfter(db, this.#selectCandidates, listing, { after: position, limit });
      yield rows;
      const hits = rows.filter(({ hit }) => hit).length;
      missing -= hits;
      position = rows.at(-1);
      if (rows.length < limit || !position || missing <= 0) return;
      limit = Math.min(most, nextLimit(limit, hits, missing));
    }
  }

  /** The keys of up to `limit` bugs that meet the conditions, in their order, after the position. */
  async findKeys(
    db: Db,
    prepared: Prepared,
    { after, limit }: { after: Position | undefined; limit: number },
  ): Promise<Key[]> {
    const { shape, given, sort, parts, byPlaced } = prepared;
    const { column, descending } = sortOrder(sort);
    if (byPlaced) return this.#findByRank(db, byPlaced, { after, limit, descending });
    if (parts) {
      const found = await Promise.all(parts.map((part) => this.findKeys(db, part, { after, limit })));
      const direction = descending ? -1 : 1;
      return found
        .flat()
        .toSorted((one, other) => direction * (one.number - other.number))
        .slice(0, limit);
    }
    const most = mostCompared(db, prepared);
    if (most === undefined) return this.#findByFilters(db, prepared, { after, limit });
    if ((shape.way === 'scan' && column !== 'rank') || column === 'number') {
      const found: Key[] = [];
      for await (const rows of this.slices(db, prepared, { after, wanted: limit, most }))
        found.push(...rows.filter(({ hit }) => hit));
      return found.slice(0, limit);
    }
    // The index gives its matches by number: all of them are found, and then sorted.
    const numbers: number[] = [];
    const all = { after: undefined, wanted: Infinity, most };
    for await (const rows of this.slices(db, { ...prepared, sort: undefined }, all))
      numbers.push(...rows.filter(({ hit }) => hit).map(({ number }) => number));
    const among = { ...given, among: JSON.stringify(numbers) };
    const unsearched = { ...shape, way: 'none', needles: 0, part: undefined, among: true } as const;
    const listing = { shape: unsearched, given: among, needles: [], sort };
    return rowsAfter(db, this.#selectKeys, listing, { after, limit });
  }

  /**
   * Usually there are enough bugs with rows of other tables near the position. If not, all rows are read first, which
   * takes time in proportion to the rows of the filter and not to the bugs.
   */
  async #findByFilters(
    db: Db,
    prepared: Prepared,
    page: { after: Position | undefined; limit: number },
  ): Promise<Key[]> {
    const find = (rows: Shape['rows']) =>
      rowsAfter(db, this.#selectKeys, { ...prepared, shape: { ...prepared.shape, rows } }, page);
    if (!prepared.byRows || sortOrder(prepared.sort).column !== 'number') return find(undefined);
    const found = await find('near');
    return found.length === page.limit ? found : find('all');
  }

  /** The keys of bugs in the order of boards: placed bugs by their rank, others by the rank of their number. */
  async #findByRank(
    db: Db,
    { placed, others }: NonNullable<Prepared['byPlaced']>,
    { after, limit, descending }: { after: Position | undefined; limit: number; descending: boolean },
  ): Promise<Key[]> {
    const numbered = await this.findKeys(db, others, {
      after: after && { key: 0, number: numberBehind(after, descending) },
      limit,
    });
    const found = [
      ...(await this.findKeys(db, placed, { after, limit })),
      ...numbered.map((key) => ({ ...key, key: key.number * rankStep })),
    ];
    const direction = descending ? -1 : 1;
    return found
      .toSorted(
        (one, other) => direction * (Number(one.key) - Number(other.key)) || other.number - one.number,
      )
      .slice(0, limit);
  }

  /** The bugs of these keys in the order of the keys, without those that no longer meet the conditions of filters. */
  async loadBugs(db: Db, conditions: BugConditions, keys: readonly Key[]): Promise<Bug[]> {
    const { shape, given } = statementFor({ ...conditions, terms: [], part: undefined });
    const among = JSON.stringify(keys.map(({ number }) => number));
    const values = { ...given, among, key: 0, number: 0, limit: 0 } as Values;
    const rows = await this.#selectListed(db, values, { ...shape, among: true });
    const bugs = new Map(rows.map((row) => [row.number, this.#reader.toBug(row)]));
    return keys.flatMap(({ number }) => bugs.get(number) ?? []);
  }
}
