import { sql } from 'kysely';
import type { z } from 'zod';
import type { Sort, listBugsQuery } from '#contract/bugs/bugs.ts';
import { exactTerms, searchTerms, searchesComments } from '#contract/bugs/search.ts';
import { type Asker, type Bound, bindQuery } from '#contract/query/bind.ts';
import { FieldNames, queryFields } from '#contract/query/fields.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { Db } from '#server/engine/schema.ts';
import type {
  Condition,
  FieldFilter,
  Filters,
  FindableField,
  BoundQueryField,
  BoundQueryFields,
} from './field.ts';
import { type QueryPart, givenOf } from './query-sql.ts';
import { type SavedQuery, referencesIn, withTodaysNames } from './references.ts';
import { refused, resolve } from './resolve.ts';

/** What a list selects, and its order. */
export interface Conditions {
  readonly filters: Readonly<Record<string, Condition>>;
  /** The texts that bugs contain, none within another. */
  readonly terms: readonly string[];
  /** Whether comments on them may contain these instead. */
  readonly inComments: boolean;
  /** The rest of a query, which no filter and no search for texts stands for. */
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

/** A later version may have a field whose name an installation gave to one of its own. */
const builtIn = new FieldNames(queryFields);

/** The databases for short reads and for long ones. */
export interface Databases {
  readonly db: Db;
  readonly longReads: Db;
}

/** Adds queries to conditions. Their fields are those of the contract and those of admins. */
export class Queries {
  readonly #fields: readonly FindableField[];
  readonly #declared: readonly BoundQueryField[];

  constructor(fields: readonly FindableField[]) {
    this.#fields = fields;
    const byName = new Map(fields.map((field) => [field.name, field]));
    this.#declared = queryFields.map((field) => {
      const serverPart = byName.get(field.key);
      if (!serverPart) throw new Error(`The server lacks the field ${field.key} of queries`);
      const { querying = {}, filters = {} } = serverPart;
      const [first] = Object.entries(filters);
      return { field, querying, filter: first && { parameter: first[0], by: first[1] } };
    });
  }

  /** The fields of queries, by their keys. */
  async fields(db: Db): Promise<BoundQueryFields> {
    const own = await Promise.all(this.#fields.map(async ({ ownQueryFields }) => ownQueryFields?.(db) ?? []));
    const others = own.flat().filter(({ field }) => !builtIn.isKnown(field.name));
    const bound = [...this.#declared, ...others.map(({ field, ...querying }) => ({ field, querying }))];
    return new Map(bound.map((each) => [each.field.key, each]));
  }

  /**
   * The conditions of a list with those of a query, and whether they depend on the day. Fields are read by `db`, names
   * looked up by `longReads`.
   * @throws AppError 400 if the query is not understood, or names something that does not exist
   */
  async add(
    { db, longReads }: Databases,
    conditions: Conditions,
    text: string,
    asker: Asker,
  ): Promise<{ conditions: Conditions; dependsOnDay: boolean }> {
    const { fields, known, query } = await this.#parsed(db, text);
    const { tree, sort = conditions.sort, dependsOnDay } = bindQuery(query, asker, known);
    const sorted = { ...conditions, sort };
    if (!tree) return { conditions: sorted, dependsOnDay };
    const part = { tree: await resolve(longReads, fields, tree), fields, callerId: asker.me };
    return { conditions: withPart(sorted, part), dependsOnDay };
  }

  /** The query as it is saved: with the ids of what it names. @throws AppError 400 if it is not understood */
  async saved({ db, longReads }: Databases, query: string): Promise<SavedQuery> {
    const { fields, query: parsed } = await this.#parsed(db, query);
    return { query, named: await referencesIn(longReads, fields, parsed) };
  }

  /** The texts of saved queries with today's names. */
  async shown({ db, longReads }: Databases, saved: readonly SavedQuery[]): Promise<readonly string[]> {
    if (saved.every(({ named }) => named.length === 0)) return saved.map(({ query }) => query);
    return withTodaysNames(longReads, await this.fields(db), saved);
  }

  async #parsed(db: Db, text: string) {
    const fields = await this.fields(db);
    const known = [...fields.values()].map(({ field }) => field);
    const { query, error } = parseQuery(text, known);
    if (error) throw refused(error);
    return { fields, known, query };
  }
}

/** Tests for which there is a filter, and words, become conditions that an index may have; others are compared. */
function withPart(conditions: Conditions, part: QueryPart): Conditions {
  const filters = { ...conditions.filters };
  const terms = new Set(conditions.terms);
  let { inComments } = conditions;
  const { tree } = part;
  const nodes = (tree.kind === 'and' ? tree.nodes : [tree]).flatMap((node) => {
    if (node.kind === 'words' && (terms.size === 0 || inComments === node.inComments)) {
      for (const term of node.terms) terms.add(term);
      ({ inComments } = node);
      // Terms find the bugs that may contain exact phrases, which are compared.
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

/** Each part of a list is a statement; a list with more combinations of values is compared bug by bug. */
const maxParts = 64;

/** Whether a list can be read in parts: one for each combination of the values of filters that have several. */
export function hasFewParts({ filters }: Conditions): boolean {
  const parts = Object.values(filters).reduce((product, { oneOf }) => product * (oneOf?.length ?? 1), 1);
  return parts <= maxParts;
}

/** The same list in parts, each bug in one of them. */
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
