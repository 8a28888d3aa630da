import { sql } from 'kysely';
import type { Bug, Sort } from '#contract/bugs.ts';
import { type ValueOf, compiled } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import {
  type BugConditions,
  type Prepared,
  type Shape,
  type Values,
  conditionsOf,
  prepare,
  sourceOf,
} from './list-statement.ts';
import { type Position, sortOrder } from './order.ts';
import { type BugRow, selectBugs, toBug } from './queries.ts';

/** A bug's place in a list, and how many bytes its texts have. */
export interface Key extends Position {
  size: number;
}

interface KeyRow extends Key {
  /** Whether a candidate contains the text; only where candidates are selected. */
  hit: number | boolean;
}

type Place = 'first' | 'after' | 'equal' | 'behind';
type KeyShape = Shape & { sort: Sort | undefined; place: Place };

const size = sql<number>`octet_length(bugs.title) + octet_length(bugs.description)`;

/** Which bugs come behind a position, those that are equal to it and those behind them apart: two ranges of one index. */
function isInPlace({ sort, place }: KeyShape, value: ValueOf<Values>) {
  const { column, descending } = sortOrder(sort);
  const behind = sql.raw(descending ? '<' : '>');
  const inOrder = sql.ref(`bugs.${column}`);
  if (place === 'after') return sql<boolean>`bugs.number ${behind} ${value('number')}`;
  if (place === 'behind') return sql<boolean>`${inOrder} ${behind} ${value('key')}`;
  if (place === 'equal')
    return sql<boolean>`${inOrder} = ${value('key')} and bugs.number < ${value('number')}`;
  return sql<boolean>`1 = 1`;
}

/** Equal ones come newest first. */
function orderOf({ sort }: KeyShape) {
  const { column, descending } = sortOrder(sort);
  const direction = descending ? 'desc' : 'asc';
  const byNumber = column === 'number' ? direction : 'desc';
  return { inOrder: `bugs.${column}`, direction, byNumber } as const;
}

/** The keys of bugs in their order. */
const selectKeys = compiled<Values, KeyRow, KeyShape>((db, value, shape) => {
  const { inOrder, direction, byNumber } = orderOf(shape);
  return db
    .selectFrom(sourceOf(db, shape, value).as('bugs'))
    .select(['bugs.number', `${inOrder} as key`, size.as('size'), sql<number>`1`.as('hit')])
    .where(conditionsOf(db, shape, value))
    .where(isInPlace(shape, value))
    .orderBy(inOrder, direction)
    .orderBy('bugs.number', byNumber)
    .limit(value('limit'));
});

/**
 * The keys of bugs that may contain the text, in their order, with whether they do. The comparison stands outside the
 * limit: a statement makes as many as it is allowed to, however few bugs contain the text.
 */
const selectCandidates = compiled<Values, KeyRow, KeyShape>((db, value, shape) => {
  const { inOrder, direction, byNumber } = orderOf(shape);
  const others = conditionsOf(db, { ...shape, way: 'none' }, value);
  // The index finds candidates by itself; a scan may as well use an index of the other conditions.
  const [inside, outside] = shape.way === 'scan' ? [others, sql`1 = 1`] : [sql<boolean>`1 = 1`, others];
  const candidates = db
    .selectFrom(sourceOf(db, shape, value).as('bugs'))
    .select('bugs.number')
    .where(inside)
    .where(isInPlace(shape, value))
    .orderBy(inOrder, direction)
    .orderBy('bugs.number', byNumber)
    .limit(value('limit'));
  const contains = engineOf(db).search.contains(value('needle'));
  return db
    .selectFrom(candidates.as('candidates'))
    .crossJoin('bugs')
    .whereRef('bugs.number', '=', 'candidates.number')
    .select(['bugs.number', `${inOrder} as key`, size.as('size')])
    .select(sql<number>`case when ${outside} then ${contains} else 0 end`.as('hit'))
    .orderBy(inOrder, direction)
    .orderBy('bugs.number', byNumber);
});

/** What is asked for: a statement's shape and values, and the order. */
interface Listing extends Prepared {
  sort: Sort | undefined;
}

/** Up to `limit` rows in their order from behind a position on. */
async function rowsAfter(
  db: Db,
  statement: typeof selectKeys,
  { shape, given, sort }: Listing,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<KeyRow[]> {
  const select = (place: Place, most: number) =>
    statement(
      db,
      { ...given, key: after?.key ?? 0, number: after?.number ?? 0, limit: most },
      { ...shape, sort, place },
    );
  if (!after) return select('first', limit);
  if (sortOrder(sort).column === 'number') return select('after', limit);
  const equal = await select('equal', limit);
  return equal.length === limit ? equal : [...equal, ...(await select('behind', limit - equal.length))];
}

/** A statement begins with few candidates and takes more as long as they do not suffice. */
const growth = 4;

/**
 * Candidates in their order, as many at a time as a statement may compare: between two, others have their turn and the
 * request's deadline is looked at.
 */
export async function* slices(
  db: Db,
  listing: Listing,
  { after, wanted, most }: { after: Position | undefined; wanted: number; most: number },
): AsyncGenerator<KeyRow[]> {
  let position = after;
  for (let limit = Math.min(wanted, most); ; limit = Math.min(limit * growth, most)) {
    const rows = await rowsAfter(db, selectCandidates, listing, { after: position, limit });
    yield rows;
    position = rows.at(-1);
    if (rows.length < limit || !position) return;
  }
}

/** The keys of up to `limit` bugs that meet the conditions, in their order, from behind the position on. */
export async function findKeys(
  db: Db,
  filter: BugConditions,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<Key[]> {
  const prepared = { ...(await prepare(db, filter)), sort: filter.sort };
  const { shape, given, sort } = prepared;
  const most = mostCompared(db, prepared);
  if (most === undefined) return rowsAfter(db, selectKeys, prepared, { after, limit });
  if (shape.way === 'scan' || sortOrder(sort).column === 'number') {
    const found: Key[] = [];
    for await (const rows of slices(db, prepared, { after, wanted: limit, most })) {
      found.push(...rows.filter(({ hit }) => hit));
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }
  // The index gives its matches by number: all of them are found, and then sorted.
  const numbers: number[] = [];
  for await (const rows of slices(
    db,
    { ...prepared, sort: undefined },
    { after: undefined, wanted: most, most },
  ))
    numbers.push(...rows.filter(({ hit }) => hit).map(({ number }) => number));
  const among = { ...given, among: JSON.stringify(numbers) };
  const listing = { shape: { ...shape, way: 'none', among: true } as const, given: among, sort };
  return rowsAfter(db, selectKeys, listing, { after, limit });
}

/** How many bugs a statement may compare with the text; undefined where that is not limited, or nothing is compared. */
export function mostCompared(db: Db, { shape, given }: Prepared): number | undefined {
  return shape.way === 'none' ? undefined : engineOf(db).search.maxCompared?.(given.needle);
}

const selectListed = compiled<Values, BugRow, Shape>((db, value, shape) =>
  selectBugs(db).where(conditionsOf(db, shape, value)),
);

/** The bugs of these keys in the order of the keys, without those that no longer meet the conditions but the text's. */
export async function loadBugs(db: Db, filter: BugConditions, keys: readonly Key[]): Promise<Bug[]> {
  const { shape, given } = await prepare(db, { ...filter, q: undefined });
  const among = JSON.stringify(keys.map(({ number }) => number));
  const rows = await selectListed(
    db,
    { ...given, among, key: 0, number: 0, limit: 0 },
    { ...shape, among: true },
  );
  const bugs = new Map(rows.map((row) => [row.number, toBug(row)]));
  return keys.flatMap(({ number }) => bugs.get(number) ?? []);
}
