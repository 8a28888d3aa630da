import { sql } from 'kysely';
import type { Sort } from '#contract/bugs/bugs.ts';
import type { ValueOf } from '#server/engine/compiled.ts';
import type { Db } from '#server/engine/schema.ts';
import type { SortColumn } from './columns.ts';
import type { Filters } from './filters.ts';
import { type Shape, type Values, containsAll, sourceOf, splitByRows, whereOf } from './list-statement.ts';
import { type Position, sortOrder } from './order.ts';

/** The sort key of a bug in a list, and the size of its texts in bytes. */
export interface Key extends Position {
  size: number;
}

export interface KeyRow extends Key {
  /** Whether a candidate contains the text; only where candidates are selected. */
  hit: number | boolean;
}

export type Place = 'first' | 'after' | 'equal' | 'behind';
export type KeyShape = Shape & { sort: Sort | undefined; place: Place };

const size = sql<number>`octet_length(bugs.title) + octet_length(bugs.description)`;

const columnOf = (column: SortColumn['column']) =>
  column === 'rank' ? 'card_positions.rank' : `bugs.${column}`;

/** The number of bugs that count as near a position. */
const near = 20_000;

/** The condition for bugs near a position, by number: after it, or at the beginning of the list. */
function isNear(descending: boolean, place: Place, value: ValueOf<Values>) {
  const first = descending ? sql`(select max(number) + 1 from bugs)` : sql`0`;
  const from = place === 'first' ? first : value('number');
  return descending
    ? sql<boolean>`bugs.number < ${from} and bugs.number >= ${from} - ${sql.lit(near)}`
    : sql<boolean>`bugs.number > ${from} and bugs.number <= ${from} + ${sql.lit(near)}`;
}

/**
 * The conditions for bugs after a position: those with an equal sort value, and those after them, as two ranges of one
 * index.
 */
function isInPlace({ sort, place, rows }: KeyShape, value: ValueOf<Values>) {
  const { column, descending } = sortOrder(sort);
  const behind = sql.raw(descending ? '<' : '>');
  const inOrder = sql.ref(columnOf(column));
  if (rows === 'near') return isNear(descending, place, value);
  if (place === 'after') return sql<boolean>`bugs.number ${behind} ${value('number')}`;
  if (place === 'behind') return sql<boolean>`${inOrder} ${behind} ${value('key')}`;
  if (place === 'equal')
    return sql<boolean>`${inOrder} = ${value('key')} and bugs.number < ${value('number')}`;
  return sql<boolean>`1 = 1`;
}

/**
 * The order of a list. Equal values are sorted newest first. The number occurs only once, as the search index supports
 * only such an order.
 */
function orderOf({ sort }: KeyShape) {
  const { column, descending } = sortOrder(sort);
  const inOrder = sql.ref<string | number>(columnOf(column));
  const first = sql`${inOrder} ${sql.raw(descending ? 'desc' : 'asc')}`;
  return {
    inOrder,
    isPlaced: column === 'rank',
    order: column === 'number' ? first : sql`${first}, bugs.number desc`,
  };
}

/** The keys of bugs in their order. */
export function buildKeys(db: Db, filters: Filters, value: ValueOf<Values>, shape: KeyShape) {
  const { inOrder, isPlaced, order } = orderOf(shape);
  return db
    .selectFrom(sourceOf(db, shape, value).as('bugs'))
    .$if(isPlaced, (query) => query.innerJoin('card_positions', 'card_positions.bug_id', 'bugs.id'))
    .select(['bugs.number', inOrder.as('key'), size.as('size'), sql<number>`1`.as('hit')])
    .where(whereOf(db, filters, shape, value))
    .where(isInPlace(shape, value))
    .orderBy(order)
    .limit(value('limit'));
}

/**
 * Bugs that may contain the text, with `bugs` for their columns, and whether they do. The comparison is outside the
 * limit: a statement makes as many as it is allowed to, however few bugs contain the text.
 */
export function candidatesOf(db: Db, filters: Filters, value: ValueOf<Values>, shape: KeyShape) {
  const { order } = orderOf(shape);
  const others = { ...shape, way: 'none' } as const;
  const [byRows, byColumns] = splitByRows(db, filters, others);
  // The search index selects the candidates; a scan may also use an index of the other conditions.
  const [inside, outside] =
    shape.way === 'scan'
      ? [whereOf(db, filters, byColumns, value), whereOf(db, filters, byRows, value)]
      : [sql<boolean>`1 = 1`, whereOf(db, filters, others, value)];
  const candidates = db
    .selectFrom(sourceOf(db, shape, value).as('bugs'))
    .select('bugs.number')
    .where(inside)
    .where(isInPlace(shape, value))
    .orderBy(order)
    .limit(value('limit'));
  const contains = containsAll(db, shape, value);
  return {
    candidates: db
      .selectFrom(candidates.as('candidates'))
      .crossJoin('bugs')
      .whereRef('bugs.number', '=', 'candidates.number'),
    hit: sql<number>`case when ${outside} and ${contains} then 1 else 0 end`,
  };
}

/** The keys of bugs that may contain the text, in their order. */
export function buildCandidates(db: Db, filters: Filters, value: ValueOf<Values>, shape: KeyShape) {
  const { inOrder, order } = orderOf(shape);
  const { candidates, hit } = candidatesOf(db, filters, value, shape);
  return candidates
    .select(['bugs.number', inOrder.as('key'), size.as('size')])
    .select(hit.as('hit'))
    .orderBy(order);
}
