import type { Sort } from '#contract/bugs/bugs.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ValueOf } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { type Search, mostAmong } from '#server/engine/search.ts';
import type { Condition, FieldFilter } from '#server/extensions/bug-field.ts';
import { type BugRows, fewBugs, countUpTo } from './few-bugs.ts';
import { type BugConditions, type Filters, byPlaced, hasFewParts, partsOf } from './filters.ts';
import { sortOrder } from './order.ts';
import { storedCount } from './stored-count.ts';
import type { QueryPart } from '#server/features/bugs/query/query-sql.ts';

/** The shape of the statement: which conditions there are, without their values. */
export interface Shape {
  way: Search['way'] | 'none';
  /** The number of search terms. */
  needles: number;
  /** The kinds of the filters' conditions. */
  filters: Readonly<Record<string, string>>;
  numbered: boolean;
  /** Whether only bugs of a list of numbers are selected. */
  among: boolean;
  /** Whether the texts may also be in comments. */
  inComments: boolean;
  /** The other conditions. */
  part: QueryPart | undefined;
  /**
   * How filters by rows of other tables are evaluated: `near` looks up the rows of one bug after another, among the
   * nearest bugs; `all` reads the rows first.
   */
  rows: 'near' | 'all' | undefined;
  /** The filters that are turned into expressions, as their indices would select too many bugs to sort. */
  expressions: readonly string[];
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
  /** The maximum number of bugs that a statement compares, because of their comments; undefined without that limit. */
  mostAtOnce?: number | undefined;
  sort: Sort | undefined;
  /** The parts of the list that an index has in the list's order, if no index has the whole list in this order. */
  parts?: readonly Prepared[];
  /** Whether filters select the bugs by rows of other tables, of which there are many. */
  byRows?: boolean;
  /** In the order of boards, the bugs that were placed, and those that were not. */
  byPlaced?: { readonly placed: Prepared; readonly others: Prepared };
}

/** The parts of the plan that do not follow from the conditions. */
interface Found extends Partial<Search> {
  /** The filters that are made into expressions. */
  expressions?: readonly string[];
}

/** The shape of the statement for these conditions, and its parameters. */
export function statementFor(
  { filters, number, inComments, part, sort }: BugConditions,
  { match = '', needles = [], way, among, expressions = [] }: Found = {},
): Prepared {
  const entries = Object.entries(filters);
  return {
    shape: {
      way: way ?? 'none',
      needles: needles.length,
      filters: Object.fromEntries(entries.map(([name, { kind }]) => [name, kind])),
      numbered: number !== undefined,
      among: among !== undefined,
      inComments,
      part,
      rows: undefined,
      expressions,
    },
    given: {
      match,
      ...Object.fromEntries(needles.map((needle, i) => [`needle ${i}` as const, needle])),
      numbered: number ?? 0,
      among: JSON.stringify(among ?? []),
      ...Object.fromEntries(entries.map(([name, { value }]) => [`filter ${name}` as const, value])),
    },
    needles,
    sort,
  };
}

/** Plans the statement for these conditions, or one for each part of the list. */
export async function prepare(db: Db, known: Filters, conditions: BugConditions): Promise<Prepared> {
  const { few, unused, byRows } = await sizeOf(db, known, conditions);
  const search = await searchFor(db, conditions, few !== undefined);
  const among = search?.among ?? few;
  const listParts = !search && sortOrder(conditions.sort).column === 'number' ? partsOf(conditions) : [];
  return {
    ...(conditions.filters['placed'] === undefined && (await preparedByPlaced(db, known, conditions))),
    ...(listParts.length > 1 && {
      parts: await Promise.all(listParts.map((each) => prepare(db, known, each))),
    }),
    ...statementFor(conditions, { ...search, ...(among && { among }), expressions: among ? [] : unused }),
    byRows: byRows && !among,
    mostAtOnce: search && among && (await maxWithComments(db, conditions, among)),
  };
}

async function maxWithComments(db: Db, { inComments, part }: BugConditions, among: readonly number[]) {
  const isInComments = inComments || part?.inComments === true;
  return isInComments ? engineOf(db).search.maxWithComments?.(db, among) : undefined;
}

interface Sizes {
  /** The numbers of the bugs that meet one of the filters, if these are few. */
  few?: readonly number[];
  /** The filters whose indices are not used, as they select too many bugs in another order than the list's. */
  unused: readonly string[];
  /** Whether filters select the bugs by rows of other tables. */
  byRows: boolean;
}

async function sizeOf(db: Db, known: Filters, conditions: BugConditions): Promise<Sizes> {
  const { filters, number, sort } = conditions;
  if (number !== undefined) return { unused: [], byRows: false };
  const ofTables: BugRows[] = [];
  const unsorted: [string, Condition][] = [];
  for (const [name, condition] of Object.entries(filters)) {
    const filter = known.get(name);
    const ids = filter?.ids?.(db, condition.kind, sql`${condition.value}`);
    if (ids) ofTables.push({ ids });
    else if (filter?.isByNumber) unsorted.push([name, condition]);
  }
  for (const rows of ofTables) {
    const few = await fewBugs(db, [rows]);
    if (few) return { few, unused: [], byRows: false };
  }
  const byRows = ofTables.length > 0;
  const isInOrder = sortOrder(sort).column === 'number' && hasFewParts(conditions);
  if (unsorted.length === 0 || isInOrder) return { unused: [], byRows };
  const many = await areMany(db, known, { ...conditions, filters: Object.fromEntries(unsorted) });
  const isSelective = !many && unsorted.some(([, condition]) => condition.isSelective);
  const unused = unsorted.filter(([, condition]) => many || (isSelective && !condition.isSelective));
  return { unused: unused.map(([name]) => name), byRows };
}

/** Whether the filters select more bugs than can be sorted quickly, estimated from stored counts. */
async function areMany(db: Db, known: Filters, conditions: BugConditions): Promise<boolean> {
  const of = (filters: BugConditions['filters']) => storedCount(db, { ...conditions, filters });
  const isStored = await Promise.all(
    Object.entries(conditions.filters).map(
      async ([name, each]) => (await of({ [name]: each })) !== undefined,
    ),
  );
  const [stored, others] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(conditions.filters).filter((_, i) => isStored[i] === wanted)),
  );
  const [met = 0, all = 1] = await Promise.all([of(stored ?? {}), of({})]);
  let least = all;
  for (const [name, { kind, value }] of Object.entries(others ?? {})) {
    const where = known.get(name)?.where(db, kind, sql`${value}`);
    least = Math.min(least, await countUpTo(db, sql`select 1 from bugs where ${where}`, all));
  }
  return (least * met) / Math.max(all, 1) > mostAmong;
}

async function preparedByPlaced(
  db: Db,
  known: Filters,
  conditions: BugConditions,
): Promise<Pick<Prepared, 'byPlaced'>> {
  const { column, descending } = sortOrder(conditions.sort);
  if (column !== 'rank') return {};
  const { placed, others } = byPlaced(conditions, descending);
  return { byPlaced: { placed: await prepare(db, known, placed), others: await prepare(db, known, others) } };
}

/** Filters that select less than this share of all bugs are more selective than a common word. */
const fewOfAll = 0.1;

async function areFew(db: Db, conditions: BugConditions): Promise<boolean> {
  const { filters } = conditions;
  if (Object.values(filters).some((condition) => condition.isSelective)) return true;
  if (Object.keys(filters).length === 0) return false;
  const [met, all = 0] = await Promise.all([
    storedCount(db, conditions),
    storedCount(db, { ...conditions, filters: {} }),
  ]);
  return met !== undefined && met < all * fewOfAll;
}

async function searchFor(
  db: Db,
  conditions: BugConditions,
  isSelective: boolean,
): Promise<Search | undefined> {
  const { terms, inComments, part, sort, number } = conditions;
  // Comparing bugs with a query counts as a search, too.
  if (terms.length === 0) return part && amongCandidates(db, part, { way: 'scan', match: '', needles: [] });
  const search = await engineOf(db).search.plan(db, terms, {
    byNumber: sortOrder(sort).column === 'number',
    isSelective: isSelective || (await areFew(db, conditions)),
    inComments,
  });
  // A number selects one bug, without the index.
  if (number !== undefined) return { ...search, way: 'scan' };
  return part && search.way === 'scan' && !search.among ? amongCandidates(db, part, search) : search;
}

async function amongCandidates(db: Db, part: QueryPart, search: Search): Promise<Search> {
  const among = await part.candidates(db);
  return among ? { ...search, among } : search;
}

/** The relation to select from: the table, or the matches of the search index. */
export function sourceOf(db: Db, { way }: Shape, value: ValueOf<Values>) {
  return engineOf(db).search.source(way === 'index' ? 'index' : 'scan', value('match'));
}

/** The condition that a row contains all search terms and meets the rest of the query. */
export function containsAll(db: Db, { needles, inComments, part }: Shape, value: ValueOf<Values>) {
  const { contains } = engineOf(db).search;
  const each = Array.from({ length: needles }, (_, i) => contains(value(`needle ${i}`), inComments));
  if (part) each.push(part.where(db));
  return sql<boolean>`(${sql.join(each, sql` and `)})`;
}

function filterOf(
  db: Db,
  filter: FieldFilter | undefined,
  { name, kind, value }: { name: string; kind: string; value: RawBuilder<unknown> },
  { rows, expressions }: Shape,
): RawBuilder<boolean> | undefined {
  const ids = rows === 'all' && filter?.ids?.(db, kind, value);
  if (ids) return sql<boolean>`bugs.id in (${ids})`;
  const where = filter?.where(db, kind, value);
  // No index has an expression.
  return where && expressions.includes(name) ? sql<boolean>`(${where}) is true` : where;
}

/**
 * Splits the shape into one with only the filters by rows of other tables that are evaluated bug by bug, and one without
 * them.
 */
export function splitByRows(db: Db, known: Filters, shape: Shape): [byRows: Shape, others: Shape] {
  const filters = Object.entries(shape.filters);
  const isByRows = ([name, kind]: [string, string]) =>
    shape.rows !== 'all' && known.get(name)?.ids?.(db, kind, sql`null`) !== undefined;
  return [
    { ...shape, filters: Object.fromEntries(filters.filter(isByRows)), numbered: false, among: false },
    { ...shape, filters: Object.fromEntries(filters.filter((filter) => !isByRows(filter))) },
  ];
}

/** The conditions of the list as one expression. */
export function whereOf(db: Db, known: Filters, shape: Shape, value: ValueOf<Values>) {
  const conditions = [
    ...Object.entries(shape.filters).map(([name, kind]) =>
      filterOf(db, known.get(name), { name, kind, value: sql`${value(`filter ${name}`)}` }, shape),
    ),
    shape.numbered && sql<boolean>`bugs.number = ${value('numbered')}`,
    shape.among && engineOf(db).isAmong('bugs.number', value('among'), 'integer'),
    shape.way !== 'none' && containsAll(db, shape, value),
  ].filter((condition) => condition !== false && condition !== undefined);
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
