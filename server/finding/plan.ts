import { type RawBuilder, sql } from 'kysely';
import type { BugNumbers } from '#server/engine/bugs/bugs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { type Search, mostAmong } from '#server/engine/search.ts';
import { type Conditions, hasFewParts, partsOf, unplaced } from './conditions.ts';
import type { Filters } from './field.ts';
import { type Sorted, leadOf, partsOfRest, unsortedPart } from './lead.ts';
import { sortOrder } from './order.ts';
import {
  type QueryPart,
  candidatesFor,
  comparedWith,
  countUpTo,
  fewBugs,
  firstFew,
  numbersWhere,
} from './query-sql.ts';
import { type Plan, type Where, isNothing, kindsOf, nothing, valuesOf } from './statements.ts';

/**
 * Plans how a list is read, so that a page costs about the same regardless of the number of bugs. The ways are: in the
 * order of an index; in parts, each in the order of an index; among few bugs that an index finds; or by comparing one
 * candidate after another, which are the bugs of one condition where an index of another table has them in order, else
 * all bugs.
 */
export async function planFor(db: Db, known: Filters, conditions: Conditions): Promise<Plan> {
  const { column, descending } = sortOrder(conditions.sort);
  if (column !== 'rank') return planSorted(db, known, conditions);
  const others = {
    ...conditions,
    filters: { ...conditions.filters, ...unplaced },
    sort: descending ? ('-createdAt' as const) : ('createdAt' as const),
  };
  const placed = await planSorted(db, known, conditions);
  const ranked = { placed, others: await planSorted(db, known, others) };
  return { ...(await planSorted(db, known, { ...conditions, sort: undefined })), ranked };
}

async function planSorted(db: Db, known: Filters, conditions: Conditions): Promise<Plan> {
  const indexed = Object.keys(conditions.filters);
  if (conditions.number !== undefined)
    return planned(db, conditions, { indexed, among: [conditions.number] });
  if (!isInOrder(known, conditions)) return planComparing(db, known, conditions);
  const plan = planned(db, conditions, { indexed });
  const parts = partsOf(conditions);
  return parts.length === 1 ? plan : { ...plan, parts: parts.map((part) => planned(db, part, { indexed })) };
}

async function planComparing(db: Db, known: Filters, conditions: Conditions): Promise<Plan> {
  const { filters } = conditions;
  const lead = await leadOf(db, known, conditions);
  const { few, indexed, rest, isRare = false } = await selectiveOf(db, known, conditions, lead);
  const search = await searchOf(db, conditions, indexed.length > 0);
  const among =
    search?.among ?? few ?? (rest && search?.way !== 'index' ? await candidatesFor(db, rest) : undefined);
  const plan = planned(db, conditions, {
    indexed: among ? Object.keys(filters) : indexed,
    lead: among || isRare || search?.way === 'index' ? undefined : lead?.where,
    search,
    among,
    mostAtOnce: among && (await mostWithComments(db, conditions, among)),
  });
  return { ...plan, rows: rowsOf(db, known, conditions) };
}

/** The plan of the search for the texts, if there are any. */
async function searchOf(
  db: Db,
  { terms, sort, inComments }: Conditions,
  isSelective: boolean,
): Promise<Search | undefined> {
  if (terms.length === 0) return undefined;
  const byNumber = sortOrder(sort).column === 'number';
  return engineOf(db).search.plan(db, terms, { byNumber, isSelective, inComments });
}

/** Whether indices of `bugs` have the list in its order, whole or in few parts. */
export function isInOrder(known: Filters, conditions: Conditions): boolean {
  const { filters, terms, rest, sort } = conditions;
  const names = Object.keys(filters);
  if (terms.length > 0 || rest || !hasFewParts(conditions)) return false;
  const isByNumber = sortOrder(sort).column === 'number';
  return names.length === 0 || (isByNumber && names.every((name) => known.get(name)?.isByNumber));
}

/** The bugs that each filter by another table selects. */
function rowsOf(db: Db, known: Filters, { filters }: Conditions): readonly BugNumbers[] {
  return Object.entries(filters).flatMap(
    ([name, { kind, value }]) => known.get(name)?.numbers?.(db, kind, sql`${value}`) ?? [],
  );
}

/**
 * Finds what may select few bugs: `few` are the numbers of the bugs that meet a filter by another table, or all filters
 * by columns of `bugs`, if these are few; `indexed` are the filters whose indices select few bugs, or else have the
 * bugs in the order of the list; `rest` is the part of a query that may select few. SQLite has no statistics: it would
 * use the index of any filter, and sort all bugs that this selects. If there is a leading condition, the bugs of others
 * in the order of the list are not counted.
 */
async function selectiveOf(
  db: Db,
  known: Filters,
  conditions: Conditions,
  lead: Sorted | undefined,
): Promise<{
  few?: readonly number[] | undefined;
  indexed: readonly string[];
  rest?: QueryPart | undefined;
  isRare?: boolean;
}> {
  const { filters, rest, sort } = conditions;
  const rows = rowsOf(db, known, conditions);
  const counted = lead ? rows.filter(({ isSorted }) => !isSorted) : rows;
  const byRows = await firstFew(
    db,
    lead?.where ? [{ rows: lead.numbers, isSorted: true }, ...counted] : counted,
  );
  if (byRows) return { few: byRows, indexed: Object.keys(filters) };
  const indexed = Object.entries(filters).filter(([name]) => known.get(name)?.isByNumber);
  const ordered = indexed.filter(([, { oneOf }]) => sortOrder(sort).column === 'number' && !oneOf);
  const rare: string[] = [];
  const common: RawBuilder<boolean>[] = [];
  for (const [name, { kind, value }] of indexed.filter((filter) => !ordered.includes(filter))) {
    const where = known.get(name)?.where(db, kind, sql`${value}`);
    const count = await countUpTo(db, sql`select 1 from bugs where ${where}`, mostAmong + 1);
    if (count <= mostAmong) rare.push(name);
    else if (where) common.push(where);
  }
  if (rare.length > 0) return { indexed: rare, rest, isRare: true };
  const few = await fewTogether(db, common);
  return {
    few,
    indexed: few ? Object.keys(filters) : ordered.map(([name]) => name),
    rest: lead ? unsortedPart(db, rest) : rest,
  };
}

/**
 * A statement looks at `lookedAt` bugs for those that meet several filters, because there may be no index of all of
 * these. If more than `most` meet them, comparing bugs soon fills a page.
 */
const together = { lookedAt: 50_000, most: 1_000 };

/** The numbers of the bugs that meet all of several conditions, if these are few. */
async function fewTogether(
  db: Db,
  conditions: readonly RawBuilder<boolean>[],
): Promise<readonly number[] | undefined> {
  if (conditions.length < 2) return undefined;
  const { rows } = await sql<{ last: number | null }>`select max(number) as last from bugs`.execute(db);
  const { lookedAt, most } = together;
  const found: number[] = [];
  for (let last = rows[0]?.last ?? 0; last > 0; last -= lookedAt) {
    const range = sql`bugs.number > ${last - lookedAt} and bugs.number <= ${last}`;
    const all = sql<boolean>`${sql.join([range, ...conditions], sql` and `)}`;
    const few = await fewBugs(db, [{ numbers: numbersWhere(all) }], most);
    if (!few || found.push(...few) > most) return undefined;
  }
  return found;
}

/** The maximum number of a filter's rows that are looked up after comparing many bugs has not filled a page. */
export const mostRows = 25_000;

/**
 * The plan that compares only the bugs that one of its filters selects by another table, if these are at most
 * `mostRows`.
 */
export async function amongRows(db: Db, plan: Plan): Promise<Plan | undefined> {
  const { rows = [], shape, values } = plan;
  if (shape.candidates.among || shape.way === 'index') return undefined;
  const among = await firstFew(db, rows, mostRows);
  if (!among) return undefined;
  const candidates = { ...shape.candidates, among: true };
  return { ...plan, shape: { ...shape, candidates }, values: { ...values, among: JSON.stringify(among) } };
}

/** The maximum number of bugs for one statement that compares comments, if some of the bugs have many comments. */
async function mostWithComments(
  db: Db,
  { inComments, rest }: Conditions,
  among: readonly number[],
): Promise<number | undefined> {
  if (!inComments && !(rest && comparedWith(rest).inComments)) return undefined;
  return engineOf(db).search.maxWithComments?.(db, among);
}

interface Found {
  /** The filters whose indices select the candidates. */
  readonly indexed: readonly string[];
  /** The condition whose bugs are the candidates. */
  readonly lead?: Where | undefined;
  readonly search?: Search | undefined;
  /** The numbers of the only bugs that may be selected. */
  readonly among?: readonly number[] | undefined;
  readonly mostAtOnce?: number | undefined;
}

function planned(
  db: Db,
  { filters, terms, inComments, rest, sort }: Conditions,
  { indexed, lead, search, among, mostAtOnce }: Found,
): Plan {
  const { way = 'scan', match = '' } = search ?? {};
  const { boundsIndex, maxCompared, needleOf } = engineOf(db).search;
  const needles = terms.map(needleOf);
  const all = {
    filters: kindsOf(filters),
    among: among !== undefined,
    texts: needles.length,
    inComments,
    rest,
  };
  const byIndex = boundsIndex
    ? { candidates: nothing, compared: all }
    : { candidates: all, compared: nothing };
  const { candidates, compared } = way === 'index' ? byIndex : divided(all, indexed, lead);
  const ofRest = compared.rest && comparedWith(compared.rest);
  return {
    shape: { way, lead, candidates, compared, sort },
    values: {
      match,
      among: JSON.stringify(among ?? []),
      ...Object.fromEntries(needles.map((needle, i) => [`text ${i}` as const, needle])),
      ...valuesOf(filters),
    },
    mostCompared: isNothing(compared)
      ? undefined
      : maxCompared([...needles, ...(ofRest?.needles ?? [])], {
          inComments: inComments || ofRest?.inComments === true,
          tests: Object.keys(compared.filters).length + (ofRest?.tests ?? 0),
          mostAtOnce,
        }),
  };
}

/** The conditions without those of the leading part. */
function without(all: Where, lead: Where): Where {
  const others = partsOfRest(all.rest).filter(({ tree }) => tree !== lead.rest?.tree);
  const nodes = others.map(({ tree }) => tree);
  return {
    ...all,
    filters: Object.fromEntries(Object.entries(all.filters).filter(([name]) => !(name in lead.filters))),
    rest: all.rest && nodes.length > 0 ? { ...all.rest, tree: { kind: 'and', nodes } } : undefined,
  };
}

/**
 * Divides conditions into those that select the candidates (indices and numbers, or the leading condition), and the
 * rest, with which the candidates are compared.
 */
function divided(
  all: Where,
  indexed: readonly string[],
  lead: Where | undefined,
): { candidates: Where; compared: Where } {
  if (lead) return { candidates: nothing, compared: without(all, lead) };
  const kinds = Object.entries(all.filters);
  const isIndexed = ([name]: [string, string]) => indexed.includes(name);
  return {
    candidates: { ...nothing, filters: Object.fromEntries(kinds.filter(isIndexed)), among: all.among },
    compared: {
      ...all,
      filters: Object.fromEntries(kinds.filter((kind) => !isIndexed(kind))),
      among: false,
    },
  };
}
