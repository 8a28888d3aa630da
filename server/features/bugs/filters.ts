import { sql } from 'kysely';
import type { z } from 'zod';
import type { Sort, listBugsQuery } from '#contract/bugs/bugs.ts';
import { searchTerms, searchesComments } from '#contract/bugs/search.ts';
import type { Condition, FieldFilter, FieldServer } from '#server/extensions/bug-field.ts';
import { columnFields } from './columns.ts';
import { fixedColumns } from './fixed-columns.ts';
import type { QueryPart } from '#server/features/bugs/query/query-sql.ts';

/** The filters of bugs by the names of their query parameters. */
export type Filters = ReadonlyMap<string, FieldFilter>;

/** The conditions of a list. */
export interface BugConditions {
  readonly filters: Readonly<Record<string, Condition>>;
  /** The texts that bugs contain, none within another. */
  readonly terms: readonly string[];
  /** Whether comments on them may contain these instead. */
  readonly inComments: boolean;
  /** The rest of a query, which may have no index. */
  readonly part: QueryPart | undefined;
  readonly number: number | undefined;
  readonly sort: Sort | undefined;
}

/** Selects bugs that were placed on boards, or the others: each group is sorted by another index. */
const isPlaced: FieldFilter = {
  conditionOf: (given) => ({ kind: given === 'none' ? 'none' : 'any', value: '' }),
  where: (_db, kind) =>
    sql<boolean>`${sql.raw(kind === 'none' ? 'not exists' : 'exists')} (
      select 1 from card_positions as placed where placed.bug_id = bugs.id)`,
};

/** The filters of all fields. */
export function filtersOf(stored: readonly FieldServer[]): Filters {
  const ofFields = [...columnFields, ...fixedColumns, ...stored].flatMap(({ filters = {} }) =>
    Object.entries(filters),
  );
  return new Map([...ofFields, ['placed', isPlaced]]);
}

type Query = Omit<z.output<typeof listBugsQuery>, 'limit' | 'cursor' | 'ids' | 'query' | 'zone'>;

/** The conditions of a query of this user. */
export function conditionsOf(
  filters: Filters,
  callerId: string,
  { q, number, sort, ...given }: Query,
): BugConditions {
  const asked = Object.entries(given).filter(([, value]) => value !== undefined);
  const conditions = asked.map(([name, value]) => {
    const filter = filters.get(name);
    if (!filter) throw new Error(`No field filters by ${name}`);
    return [name, filter.conditionOf(value, callerId)] as const;
  });
  return {
    filters: Object.fromEntries(conditions),
    terms: searchTerms(q ?? ''),
    inComments: searchesComments(q ?? ''),
    part: undefined,
    number,
    sort,
  };
}

/** Splits the list into the bugs that were placed on boards and the others, which are sorted by number. */
export function byPlaced(conditions: BugConditions, descending: boolean) {
  const placed = (kind: 'any' | 'none') => ({ ...conditions.filters, placed: { kind, value: '' } });
  return {
    placed: { ...conditions, filters: placed('any') },
    others: {
      ...conditions,
      filters: placed('none'),
      sort: descending ? ('-createdAt' as const) : ('createdAt' as const),
    },
  };
}

/** Each part of a list is a statement; a page of filters with more combinations is one statement that compares bugs. */
const maxParts = 64;

/** Whether a list can be read in parts: one for each combination of the values of filters that have several. */
export function hasFewParts({ filters }: BugConditions): boolean {
  const parts = Object.values(filters).reduce((product, { oneOf }) => product * (oneOf?.length ?? 1), 1);
  return parts <= maxParts;
}

/** The same list in parts, each bug in one of them; in one part where there would be too many. */
export function partsOf(conditions: BugConditions): BugConditions[] {
  if (!hasFewParts(conditions)) return [conditions];
  return Object.entries(conditions.filters).reduce(
    (parts, [name, { oneOf }]) =>
      oneOf
        ? parts.flatMap((part) =>
            oneOf.map((one) => ({ ...part, filters: { ...part.filters, [name]: one } })),
          )
        : parts,
    [conditions],
  );
}
