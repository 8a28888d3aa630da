import { type Asker, type Bound, bindQuery } from '#contract/query/bind.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { Db } from '#server/engine/schema.ts';
import { byNumber } from './query-creation.ts';
import { type QueryFields, type ServedFields, givenOf } from './query-fields.ts';
import { NameResolver, refused } from './query-names.ts';
import { queryPart } from './query-sql.ts';
import type { BugConditions } from '#server/features/bugs/filters.ts';

/** A query as it was sent. */
interface Asked {
  readonly text: string;
  readonly asker: Asker;
  /** The other parameters of the list. */
  readonly others: BugConditions;
}

/** The database for reading fields, which are few, and the one for looking up names, of which there may be many. */
interface Databases {
  readonly db: Db;
  readonly longReads: Db;
}

/**
 * The conditions of a list with those of a query, and whether they depend on the day.
 * @throws AppError 400 if the query is not understood, or names something that does not exist
 */
export async function withQuery(
  { db, longReads }: Databases,
  known: QueryFields,
  { text, asker, others }: Asked,
): Promise<{ conditions: BugConditions; dependsOnDay: boolean }> {
  const served = await known.read(db);
  const fields = served.map(({ field }) => field);
  const byKey = new Map(served.map((each) => [each.field.key, each]));
  const { query, error } = parseQuery(text, fields);
  if (error) throw refused(error);
  const { tree, sort = others.sort, dependsOnDay } = bindQuery(query, asker, fields);
  const resolver = new NameResolver(longReads, byKey);
  const resolved = tree && (await byNumber(longReads, await resolver.resolve(tree), byKey));
  return { conditions: narrowed({ ...others, sort }, resolved, byKey, asker.me), dependsOnDay };
}

/**
 * The conditions with those of a query: tests that a filter or the search can index become theirs, others are compared.
 */
function narrowed(
  others: BugConditions,
  tree: Bound | undefined,
  fields: ServedFields,
  callerId: string,
): BugConditions {
  const filters = { ...others.filters };
  const terms = new Set(others.terms);
  let { inComments } = others;
  const rest = (tree?.kind === 'and' ? tree.nodes : [tree]).filter((node) => {
    if (node?.kind === 'words' && (terms.size === 0 || inComments === node.inComments)) {
      for (const term of node.terms) terms.add(term);
      ({ inComments } = node);
      return false;
    }
    const { parameter, by, given } = (node && filterOf(node, fields)) ?? {};
    if (!parameter || !by || given === undefined || filters[parameter]) return node !== undefined;
    const condition = by.conditionOf(given, callerId);
    if (condition.isUnindexed) return true;
    filters[parameter] = condition;
    return false;
  }) as Bound[];
  const part = rest.length === 0 ? undefined : queryPart({ kind: 'and', nodes: rest }, fields, callerId);
  return { ...others, filters, terms: [...terms], inComments, part };
}

function filterOf(node: Bound, fields: ServedFields) {
  if (node.kind !== 'test') return undefined;
  const [test] = node.tests;
  const filter = fields.get(node.field.key)?.filter;
  const given = test && test.kind !== 'called' && node.tests.length === 1 ? givenOf(test) : undefined;
  return filter && { ...filter, given };
}
