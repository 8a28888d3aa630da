import { sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { type Search, mostAmong } from '#server/engine/search.ts';
import { type Conditions, hasFewParts, partsOf, unplaced } from './conditions.ts';
import type { Filters } from './field.ts';
import { sortOrder } from './order.ts';
import { candidatesFor, comparedWith, countUpTo, fewBugs } from './query-sql.ts';
import { type Plan, type Where, isNothing, kindsOf, nothing, valuesOf } from './statements.ts';

/**
 * Plans how a list is read, so that a page costs about the same however many bugs there are: in the order of an index, in
 * parts that an index has in order, among few bugs that an index finds, or one candidate after another.
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
  const { filters, terms, rest, number } = conditions;
  const every = Object.keys(filters);
  if (number !== undefined) return planned(db, conditions, { indexed: every, among: [number] });
  if (isInOrder(known, conditions)) {
    const plan = planned(db, conditions, { indexed: every });
    const parts = partsOf(conditions);
    if (parts.length === 1) return plan;
    return { ...plan, parts: parts.map((part) => planned(db, part, { indexed: every })) };
  }
  const few = await fewByRows(db, known, conditions);
  const indexed = few ? every : await usefulIndices(db, known, conditions);
  const search =
    terms.length === 0
      ? undefined
      : await engineOf(db).search.plan(db, terms, {
          byNumber: sortOrder(conditions.sort).column === 'number',
          isSelective: indexed.length > 0,
          inComments: conditions.inComments,
        });
  const among =
    search?.among ?? few ?? (rest && search?.way !== 'index' ? await candidatesFor(db, rest) : undefined);
  return planned(db, conditions, {
    indexed: among ? every : indexed,
    search,
    among,
    mostAtOnce: among && (await mostWithComments(db, conditions, among)),
  });
}

/** Whether indices of `bugs` have the list in its order, whole or in few parts. */
export function isInOrder(known: Filters, conditions: Conditions): boolean {
  const { filters, terms, rest, sort } = conditions;
  const names = Object.keys(filters);
  if (terms.length > 0 || rest || !hasFewParts(conditions)) return false;
  const isByNumber = sortOrder(sort).column === 'number';
  return names.length === 0 || (isByNumber && names.every((name) => known.get(name)?.isByNumber));
}

/** The numbers of the bugs that meet one of the filters by other tables, if these are few. */
async function fewByRows(
  db: Db,
  known: Filters,
  { filters }: Conditions,
): Promise<readonly number[] | undefined> {
  for (const [name, { kind, value }] of Object.entries(filters)) {
    const ids = known.get(name)?.ids?.(db, kind, sql`${value}`);
    const few = ids && (await fewBugs(db, [{ ids }]));
    if (few) return few;
  }
  return undefined;
}

/**
 * The filters whose indices select few bugs, or else have the bugs in the order of the list. SQLite has no statistics:
 * it would use the index of any filter, and sort all bugs that this selects.
 */
async function usefulIndices(db: Db, known: Filters, { filters, sort }: Conditions): Promise<string[]> {
  const indexed = Object.entries(filters).filter(([name]) => known.get(name)?.isByNumber);
  const ordered = indexed.filter(([, { oneOf }]) => sortOrder(sort).column === 'number' && !oneOf);
  const few: string[] = [];
  for (const [name, { kind, value }] of indexed.filter((filter) => !ordered.includes(filter))) {
    const where = known.get(name)?.where(db, kind, sql`${value}`);
    const count = await countUpTo(db, sql`select 1 from bugs where ${where}`, mostAmong + 1);
    if (count <= mostAmong) few.push(name);
  }
  return few.length > 0 ? few : ordered.map(([name]) => name);
}

/** The limit for one statement that compares comments, if some of the bugs have many of them. */
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
  readonly search?: Search | undefined;
  /** The numbers of the only bugs that may be selected. */
  readonly among?: readonly number[] | undefined;
  readonly mostAtOnce?: number | undefined;
}

function planned(
  db: Db,
  { filters, terms, inComments, rest, sort }: Conditions,
  { indexed, search, among, mostAtOnce }: Found,
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
  const { candidates, compared } = way === 'index' ? byIndex : divided(all, indexed);
  const ofRest = rest && comparedWith(rest);
  return {
    shape: { way, candidates, compared, sort },
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

/** Divides conditions: candidates are selected by indices and numbers, and compared with the rest. */
function divided(all: Where, indexed: readonly string[]): { candidates: Where; compared: Where } {
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
