import { sql } from 'kysely';
import type { z } from 'zod';
import type { Sort, listBugsQuery } from '#contract/bugs/bugs.ts';
import { exactTerms, searchTerms, searchesComments } from '#contract/bugs/search.ts';
import type { Bound } from '#contract/query/bind.ts';
import type { Condition, FieldFilter, Filters, FindableField } from './field.ts';
import { type QueryPart, givenOf } from './query-sql.ts';

/** The bugs that a list selects, and their order. */
export interface Conditions {
  readonly filters: Readonly<Record<string, Condition>>;
  /** The texts that bugs must contain; none of them contains another. */
  readonly terms: readonly string[];
  /** Whether comments on a bug may contain the texts instead. */
  readonly inComments: boolean;
  /** The rest of a query, for which there is neither a filter nor a search for texts. */
  readonly rest: QueryPart | undefined;
  readonly number: number | undefined;
  readonly sort: Sort | undefined;
}

/** The filter for bugs that were never placed on a board: they are sorted by number. */
export const unplaced = { unplaced: { kind: 'none', value: '' } };
const isUnplaced: FieldFilter = {
  conditionOf: () => unplaced.unplaced,
  where: () =>
    sql<boolean>`not exists (select 1 from card_positions as placed where placed.bug_id = bugs.id)`,
};

/** The filters of all fields. */
export function filtersOf(fields: readonly FindableField[]): Filters {
  const ofFields = fields.flatMap(({ filters = {} }) => Object.entries(filters));
  return new Map([...ofFields, ['unplaced', isUnplaced]]);
}

type Parameters = Omit<z.output<typeof listBugsQuery>, 'limit' | 'cursor' | 'query' | 'zone'>;

/** The conditions of the parameters of this user's request. */
export function conditionsOf(
  filters: Filters,
  callerId: string,
  { q = '', number, sort, ...others }: Parameters,
): Conditions {
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const conditions = given.map(([name, value]) => {
    const filter = filters.get(name);
    if (!filter) throw new Error(`No field filters by ${name}`);
    return [name, filter.conditionOf(value, callerId)] as const;
  });
  const [exact, inComments] = [exactTerms(q), searchesComments(q)];
  return {
    filters: Object.fromEntries(conditions),
    terms: searchTerms(q),
    inComments,
    rest:
      exact.length === 0
        ? undefined
        : { tree: { kind: 'words', terms: [], exact, inComments }, fields: new Map(), callerId },
    number,
    sort,
  };
}

/**
 * Adds a part of a query. Words, and tests for which there is a filter, become conditions that an index may support;
 * bugs are compared with the rest.
 */
export function withPart(conditions: Conditions, part: QueryPart): Conditions {
  const filters = { ...conditions.filters };
  const terms = new Set(conditions.terms);
  let { inComments } = conditions;
  const { tree } = part;
  const nodes = (tree.kind === 'and' ? tree.nodes : [tree]).flatMap((node) => {
    if (node.kind === 'words' && (terms.size === 0 || inComments === node.inComments)) {
      for (const term of node.terms) terms.add(term);
      ({ inComments } = node);
      // Terms find the bugs that may contain the exact phrases, with which these are then compared.
      return node.exact.length > 0 ? [{ ...node, terms: [] }] : [];
    }
    const filter = filterFor(node, part);
    if (!filter || filters[filter.parameter]) return [node];
    filters[filter.parameter] = filter.condition;
    return [];
  });
  if (conditions.rest) nodes.push(conditions.rest.tree);
  const rest = nodes.length === 0 ? undefined : { ...part, tree: { kind: 'and' as const, nodes } };
  return { ...conditions, filters, terms: [...terms], inComments, rest };
}

function filterFor(node: Bound, { fields, callerId }: QueryPart) {
  const [test, ...others] = node.kind === 'test' ? node.tests : [];
  const filter = node.kind === 'test' ? fields.get(node.field.key)?.filter : undefined;
  const given = test && others.length === 0 ? givenOf(test) : undefined;
  if (!filter || given === undefined) return undefined;
  return { parameter: filter.parameter, condition: filter.by.conditionOf(given, callerId) };
}

/**
 * The maximum number of parts of a list, each of which is a statement. For more combinations of values, bugs are
 * compared one by one.
 */
const maxParts = 64;

/** Whether a list can be read in parts: one for each combination of the values of filters that have several. */
export function hasFewParts({ filters }: Conditions): boolean {
  const parts = Object.values(filters).reduce((product, { oneOf }) => product * (oneOf?.length ?? 1), 1);
  return parts <= maxParts;
}

/** The same list in parts, with each bug in exactly one of them. */
export function partsOf(conditions: Conditions): readonly Conditions[] {
  return Object.entries(conditions.filters).reduce<readonly Conditions[]>(
    (parts, [name, { oneOf }]) =>
      oneOf
        ? parts.flatMap((part) =>
            oneOf.map((one) => ({ ...part, filters: { ...part.filters, [name]: one } })),
          )
        : parts,
    [conditions],
  );
}
