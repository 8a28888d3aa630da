import { rankStep } from '#contract/bugs/board.ts';
import { compiled } from '#server/engine/compiled.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Filters } from './field.ts';
import { type Position, sortOrder } from './order.ts';
import {
  type Key,
  type KeyRow,
  type Place,
  type Plan,
  type Shape,
  type Values,
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
/** The safety factor on the number of candidates that the last matches suggest, as matches are unevenly distributed. */
const margin = 1.2;

/** The number of candidates to compare after `limit` of them had `hits` matches, if `missing` more are wanted. */
function nextLimit(limit: number, hits: number, missing: number) {
  const most = limit * growth;
  return hits === 0 ? most : Math.min(most, Math.ceil((missing / hits) * limit * margin));
}

/** Reads the keys of lists by their plans. */
export class KeyReader {
  readonly #select;

  constructor(known: Filters) {
    this.#select = compiled<Values, KeyRow, Shape>(
      (db, value, shape) => buildKeys(db, known, value, shape),
      caching,
    );
  }

  /** The keys of a page, in the order of the list. */
  async read(db: Db, plan: Plan, page: Page): Promise<Key[]> {
    const { shape, parts, ranked } = plan;
    const { column, descending } = sortOrder(shape.sort);
    if (ranked) return this.#readRanked(db, ranked, page);
    if (parts) {
      const found = await Promise.all(parts.map((part) => this.read(db, part, page)));
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
    const most = plan.mostCompared ?? Infinity;
    let { after, limit: missing } = page;
    for (let limit = Math.min(missing, most); ;) {
      const rows = await this.#candidates(db, plan, { after, limit });
      const hits = rows.filter(({ hit }) => hit === 1);
      yield hits;
      missing -= hits.length;
      after = rows.at(-1);
      if (rows.length < limit || missing <= 0) return;
      limit = Math.min(most, nextLimit(limit, hits.length, missing));
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

  /** The search index has its matches by number only: all are read, and then sorted. */
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
    const numbered = await this.read(db, others, {
      after: after && { key: 0, number: numberBehind(after, descending) },
      limit,
    });
    const ranks = numbered.map((key) => ({ ...key, key: key.number * rankStep }));
    return merged([await this.read(db, placed, page), ranks], page, descending);
  }
}

/** Lists with numeric keys as one. */
function merged(lists: readonly Key[][], { limit }: Page, descending: boolean): Key[] {
  const direction = descending ? -1 : 1;
  return lists
    .flat()
    .toSorted((one, other) => direction * (Number(one.key) - Number(other.key)) || other.number - one.number)
    .slice(0, limit);
}

/**
 * For a position in the order of boards: the number after which the never placed bugs follow, as their rank depends on
 * their number.
 */
function numberBehind({ key, number: at }: Position, descending: boolean): number {
  const same = Math.floor(Number(key) / rankStep);
  // Equal ones come newest first.
  const isBehind = Number(key) % rankStep === 0 && same < at;
  if (descending) return Number(key) % rankStep === 0 && !isBehind ? same : same + 1;
  return isBehind ? same - 1 : same;
}
