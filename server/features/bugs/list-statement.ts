import type { Sort } from '#contract/bugs/bugs.ts';
import { sql } from 'kysely';
import type { ValueOf } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import type { Search } from '#server/db/search.ts';
import { type BugConditions, type Filters, byPlaced, partsOf } from './filters.ts';
import { sortOrder } from './order.ts';
import type { QueryPart } from '#server/features/bugs/query/query-sql.ts';

/** The shape of the statement: which conditions there are, without their values. */
export interface Shape {
  way: Search['way'] | 'none';
  /** How many texts are searched for. */
  needles: number;
  /** The kinds of the filters' conditions. */
  filters: Readonly<Record<string, string>>;
  numbered: boolean;
  /** Only the bugs of a list of numbers. */
  among: boolean;
  /** Whether the texts may also be in comments. */
  inComments: boolean;
  /** The other conditions. */
  part: QueryPart | undefined;
}

/** Whether the best plan is the same for all values: texts and people are in few bugs or in many. */
export function hasOnePlan({ way, filters }: Shape): boolean {
  return way === 'none' && Object.keys(filters).length === 0;
}

/** Whether the statement is for one query. */
export function isOneOff({ part }: Shape): boolean {
  return part !== undefined;
}

/** The parameters of the statement. */
export interface Values {
  match: string;
  [needle: `needle ${number}`]: string;
  numbered: number;
  /** Numbers, as a JSON array. */
  among: string;
  key: string | number;
  number: number;
  limit: number;
  /** The parameter of a filter's condition. */
  [filter: `filter ${string}`]: string | number;
}

export interface Prepared {
  shape: Shape;
  given: Omit<Values, 'key' | 'number' | 'limit'>;
  /** The patterns for the texts. */
  needles: readonly string[];
  sort: Sort | undefined;
  /** The parts of the list that an index has in the list's order, where it has not the whole list so. */
  parts?: readonly Prepared[];
  /** In the order of boards, the bugs that were placed, and those that were not. */
  byPlaced?: { readonly placed: Prepared; readonly others: Prepared };
}

/** The statement's shape for these conditions, and what they give it to run with. */
export async function prepare(db: Db, conditions: BugConditions): Promise<Prepared> {
  const { match = '', needles = [], way = 'none', among } = (await searchFor(db, conditions)) ?? {};
  const { filters, number, inComments, part } = conditions;
  const entries = Object.entries(filters);
  const listParts =
    way === 'none' && sortOrder(conditions.sort).column === 'number' ? partsOf(conditions) : [];
  return {
    ...(conditions.filters['placed'] === undefined && (await preparedByPlaced(db, conditions))),
    ...(listParts.length > 1 && {
      parts: await Promise.all(listParts.map((each) => prepare(db, each))),
    }),
    shape: {
      way,
      needles: needles.length,
      filters: Object.fromEntries(entries.map(([name, { kind }]) => [name, kind])),
      numbered: number !== undefined,
      among: among !== undefined,
      inComments,
      part,
    },
    given: {
      match,
      ...Object.fromEntries(needles.map((needle, i) => [`needle ${i}` as const, needle])),
      numbered: number ?? 0,
      among: JSON.stringify(among ?? []),
      ...Object.fromEntries(entries.map(([name, { value }]) => [`filter ${name}` as const, value])),
    },
    needles,
    sort: conditions.sort,
  };
}

async function preparedByPlaced(db: Db, conditions: BugConditions): Promise<Pick<Prepared, 'byPlaced'>> {
  const { column, descending } = sortOrder(conditions.sort);
  if (column !== 'rank') return {};
  const { placed, others } = byPlaced(conditions, descending);
  return { byPlaced: { placed: await prepare(db, placed), others: await prepare(db, others) } };
}

async function searchFor(db: Db, conditions: BugConditions): Promise<Search | undefined> {
  const { terms, inComments, part, sort, number, filters } = conditions;
  // To compare bugs with a query is to search them, too.
  if (terms.length === 0) return part && amongCandidates(db, part, { way: 'scan', match: '', needles: [] });
  const search = await engineOf(db).search.plan(db, terms, {
    byNumber: sortOrder(sort).column === 'number',
    isSelective: Object.values(filters).some((condition) => condition.isSelective),
    inComments,
  });
  // With a number there is one bug to look at, and no need of the index.
  if (number !== undefined) return { ...search, way: 'scan' };
  return part && search.way === 'scan' && !search.among ? amongCandidates(db, part, search) : search;
}

async function amongCandidates(db: Db, part: QueryPart, search: Search): Promise<Search> {
  const among = await part.candidates(db);
  return among ? { ...search, among } : search;
}

/** The table, or what the search index finds. */
export function sourceOf(db: Db, { way }: Shape, value: ValueOf<Values>) {
  return engineOf(db).search.source(way === 'index' ? 'index' : 'scan', value('match'));
}

/** Whether the bug at hand contains all that is searched for, and is what else a query asks for. */
export function containsAll(db: Db, { needles, inComments, part }: Shape, value: ValueOf<Values>) {
  const { contains } = engineOf(db).search;
  const each = Array.from({ length: needles }, (_, i) => contains(value(`needle ${i}`), inComments));
  if (part) each.push(part.where(db));
  return sql<boolean>`(${sql.join(each, sql` and `)})`;
}

/** The conditions of the list as one expression. */
export function whereOf(db: Db, known: Filters, shape: Shape, value: ValueOf<Values>) {
  const conditions = [
    ...Object.entries(shape.filters).map(([name, kind]) =>
      known.get(name)?.where(db, kind, sql`${value(`filter ${name}`)}`),
    ),
    shape.numbered && sql<boolean>`bugs.number = ${value('numbered')}`,
    shape.among && engineOf(db).isAmong('bugs.number', value('among'), 'integer'),
    shape.way !== 'none' && containsAll(db, shape, value),
  ].filter((condition) => condition !== false && condition !== undefined);
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
