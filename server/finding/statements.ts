import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Sort } from '#contract/bugs/bugs.ts';
import { bugRevision } from '#server/engine/bugs/bug-revisions.ts';
import type { BugNumbers } from '#server/engine/bugs/bugs.ts';
import type { ValueOf } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema } from '#server/engine/schema.ts';
import type { Search } from '#server/engine/search.ts';
import type { Condition, Filters } from './field.ts';
import { type Position, sortOrder } from './order.ts';
import { type QueryPart, exactRows, partMatches } from './query-sql.ts';

/** Conditions in a statement, without their values. */
export interface Where {
  /** The kinds of the filters' conditions. */
  readonly filters: Readonly<Record<string, string>>;
  /** Whether only bugs whose numbers are in a list are selected. */
  readonly among: boolean;
  /** The number of texts. */
  readonly texts: number;
  /** Whether the texts may also be in comments. */
  readonly inComments: boolean;
  readonly rest: QueryPart | undefined;
}

export const nothing: Where = { filters: {}, among: false, texts: 0, inComments: false, rest: undefined };

export function isNothing({ filters, among, texts, rest }: Where): boolean {
  return Object.keys(filters).length === 0 && !among && texts === 0 && !rest;
}

/**
 * A statement on the bugs of a list, without its values. It takes candidates in the order of the list, up to a limit,
 * and compares these with the other conditions, so that it takes a limited time even if few bugs meet them.
 */
export interface Shape {
  /** Whether the candidates are the matches of the search index. */
  readonly way: Search['way'];
  /** The condition whose bugs are the candidates, in the order of an index of another table, if there is one. */
  readonly lead?: Where | undefined;
  /** The conditions of the candidates, which an index supports. */
  readonly candidates: Where;
  /** The conditions that candidates are compared with. */
  readonly compared: Where;
  readonly sort: Sort | undefined;
  readonly place: Place;
}

/**
 * The part of the list: its beginning, the bugs after a number, or those after a position, with an equal key or behind
 * these.
 */
export type Place = 'first' | 'after' | 'equal' | 'behind';

/** The parameters of conditions. */
export interface ConditionValues {
  /** Numbers, as a JSON array. */
  among: string;
  [text: `text ${number}`]: string;
  [filter: `filter ${string}`]: string | number;
}

/** The parameters of a statement. */
export interface Values extends ConditionValues {
  /** The expression for the search index. */
  match: string;
  key: string | number;
  number: number;
  limit: number;
}

/** How a list is read. */
export interface Plan {
  readonly shape: Omit<Shape, 'place'>;
  readonly values: Omit<Values, 'key' | 'number' | 'limit'>;
  /** The maximum number of bugs that one statement compares; undefined if it compares none. */
  readonly mostCompared: number | undefined;
  /** The bugs that each filter by another table selects. */
  readonly rows?: readonly BugNumbers[] | undefined;
  /** The parts of a list, if an index has only each part in order. */
  readonly parts?: readonly Plan[];
  /** For the order of boards: the plans for the bugs that were placed, and for the others. */
  readonly ranked?: { readonly placed: Plan; readonly others: Plan };
}

/**
 * Which statements are prepared, and which are built for each run. Statements with texts or people have no single plan,
 * because these may be in few bugs or in many.
 */
export const caching = {
  hasOnePlan: ({ lead, candidates, compared }: Shape) =>
    !lead && isNothing({ ...candidates, among: false }) && isNothing(compared),
  isOneOff: ({ lead, candidates, compared }: Shape) =>
    (lead?.rest ?? candidates.rest ?? compared.rest) !== undefined,
};

type FilterConditions = Readonly<Record<string, Condition>>;

/** The kinds of the conditions of filters, for `Where`. */
export function kindsOf(filters: FilterConditions): Where['filters'] {
  return Object.fromEntries(Object.entries(filters).map(([name, { kind }]) => [name, kind]));
}

/** The values of the conditions of filters, as statement parameters. */
export function valuesOf(filters: FilterConditions): Record<`filter ${string}`, string | number> {
  return Object.fromEntries(Object.entries(filters).map(([name, { value }]) => [`filter ${name}`, value]));
}

const always = sql<boolean>`1 = 1`;

/** The conditions in SQL, for the row `bugs`. */
export function whereOf(
  db: Db,
  known: Filters,
  { filters, among, texts, inComments, rest }: Where,
  value: ValueOf<ConditionValues>,
): RawBuilder<boolean> {
  const { isAmong, search } = engineOf(db);
  const all = [
    ...Object.entries(filters).map(([name, kind]) =>
      known.get(name)?.where(db, kind, sql`${value(`filter ${name}`)}`),
    ),
    among ? isAmong('bugs.number', value('among'), 'integer') : undefined,
    ...Array.from({ length: texts }, (_, i) => search.contains(value(`text ${i}`), inComments)),
    rest && partMatches(db, rest),
  ].filter((each) => each !== undefined);
  return all.length === 0 ? always : sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** The sort key of a bug in a list, its revision, and the size of its texts in bytes. */
export interface Key extends Position {
  revision: string;
  size: number;
}

/** A candidate, and whether it meets the conditions that it was compared with. */
export interface KeyRow extends Key {
  hit: number;
}

const size = sql<number>`octet_length(bugs.title) + octet_length(bugs.description)`;
/** The candidates with their keys, in the order of the list. */
export function buildKeys(db: Db, known: Filters, value: ValueOf<Values>, shape: Shape): Compilable<KeyRow> {
  const found = candidatesOf(db, known, value, shape).select(['bugs.number', keyOf(shape).as('key')]);
  if (!shape.lead && isNothing(shape.compared))
    return found.select([bugRevision.as('revision'), size.as('size'), sql<number>`1`.as('hit')]);
  return db
    .selectFrom(found.as('found'))
    .crossJoin('bugs')
    .whereRef('bugs.number', '=', 'found.number')
    .select([
      'found.number',
      'found.key',
      bugRevision.as('revision'),
      size.as('size'),
      hitOf(db, known, value, shape).as('hit'),
    ])
    .orderBy(orderOf(shape, sql.ref('found.key'), sql.ref('found.number')));
}

/** The number of candidates, and of those among them that meet the conditions. */
export interface SliceCount {
  candidates: number | string;
  hits: number | string;
  /** The number of the last candidate in the order of the list. */
  last: number;
}

/** Counts candidates, sorted by number. */
export function buildCount(
  db: Db,
  known: Filters,
  value: ValueOf<Values>,
  shape: Shape,
): Compilable<SliceCount> {
  const found = candidatesOf(db, known, value, shape).select('bugs.number');
  const candidates = sql<number | string>`count(*)`;
  // One statement counts all of them, so no further statement continues after the last one.
  if (isNothing(shape.compared))
    return db
      .selectFrom(found.as('hits'))
      .select([candidates.as('candidates'), candidates.as('hits'), sql<number>`0`.as('last')]);
  const hits = db
    .selectFrom(found.as('found'))
    .crossJoin('bugs')
    .whereRef('bugs.number', '=', 'found.number')
    .select(['found.number', hitOf(db, known, value, shape).as('hit')]);
  const last = sortOrder(shape.sort).descending ? sql`min(number)` : sql`max(number)`;
  return db
    .selectFrom(hits.as('hits'))
    .select([
      candidates.as('candidates'),
      sql<number | string>`coalesce(sum(hit), 0)`.as('hits'),
      sql<number>`coalesce(${last}, 0)`.as('last'),
    ]);
}

function hitOf(db: Db, known: Filters, value: ValueOf<Values>, { compared }: Shape) {
  return sql<number>`case when ${whereOf(db, known, compared, value)} then 1 else 0 end`;
}

function candidatesOf(db: Db, known: Filters, value: ValueOf<Values>, shape: Shape) {
  const isRanked = sortOrder(shape.sort).column === 'rank';
  return db
    .selectFrom(sourceOf(db, known, value, shape).as('bugs'))
    .$if(isRanked, (query) => query.innerJoin('card_positions', 'card_positions.bug_id', 'bugs.id'))
    .where(whereOf(db, known, shape.candidates, value))
    .where(isInPlace(shape, value))
    .orderBy(orderOf(shape, keyOf(shape), sql.ref('bugs.number')))
    .limit(value('limit'));
}

/** The relation of the candidates. With a leading condition, it has only their numbers. */
function sourceOf(
  db: Db,
  known: Filters,
  value: ValueOf<Values>,
  { way, lead }: Shape,
): RawBuilder<Schema['bugs']> {
  if (!lead) return engineOf(db).search.source(way, value('match'));
  const [[name, kind] = ['', '']] = Object.entries(lead.filters);
  const numbers = lead.rest
    ? exactRows(db, lead.rest)
    : known.get(name)?.numbers?.(db, kind, sql`${value(`filter ${name}`)}`);
  if (!numbers) throw new Error('No index has the bugs of the leading condition');
  return sql`(${numbers.rows})`;
}

function keyOf({ sort }: Shape): RawBuilder<string | number> {
  const { column } = sortOrder(sort);
  return sql.ref(column === 'rank' ? 'card_positions.rank' : `bugs.${column}`);
}

/**
 * The condition for the place in the list: the bugs after a position are two ranges of one index, with an equal key and
 * behind.
 */
function isInPlace(shape: Shape, value: ValueOf<Values>): RawBuilder<boolean> {
  const key = keyOf(shape);
  const behind = sql.raw(sortOrder(shape.sort).descending ? '<' : '>');
  switch (shape.place) {
    case 'first':
      return always;
    case 'after':
      return sql`bugs.number ${behind} ${value('number')}`;
    case 'behind':
      return sql`${key} ${behind} ${value('key')}`;
    default:
      return sql`${key} = ${value('key')} and bugs.number < ${value('number')}`;
  }
}

/**
 * Equal keys are sorted newest first. A list by number is sorted by nothing else, because the search index supports
 * only such an order.
 */
function orderOf({ sort }: Shape, key: RawBuilder<unknown>, number: RawBuilder<unknown>) {
  const { column, descending } = sortOrder(sort);
  const first = sql`${key} ${sql.raw(descending ? 'desc' : 'asc')}`;
  return column === 'number' ? first : sql`${first}, ${number} desc`;
}
