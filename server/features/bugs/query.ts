import {
  type Asker,
  type Bound,
  type Test,
  type WrittenName,
  bindQuery,
  isCalled,
} from '#contract/query/bind.ts';
import { queryMessages } from '#contract/query/messages.ts';
import { nearest } from '#contract/query/near.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { QueryError } from '#contract/query/tree.ts';
import type { Db } from '#server/db/schema.ts';
import { AppError } from '#server/http/errors.ts';
import { byNumber } from './query-creation.ts';
import { type QueryFields, type ServedField, type ServedFields, givenOf } from './query-fields.ts';
import { queryPart } from './query-sql.ts';
import type { BugConditions } from './filters.ts';

/** A query as it was sent. */
interface Asked {
  readonly text: string;
  readonly asker: Asker;
  /** The other parameters of the list. */
  readonly others: BugConditions;
}

/**
 * The conditions of a list with those of a query, and whether another day may give another list.
 * @throws AppError 400 where the query is not understood, or names what there is not
 */
export async function withQuery(
  db: Db,
  known: QueryFields,
  { text, asker, others }: Asked,
): Promise<{ conditions: BugConditions; dependsOnDay: boolean }> {
  const served = await known.read(db);
  const fields = served.map(({ field }) => field);
  const byKey = new Map(served.map((each) => [each.field.key, each]));
  const { query, error } = parseQuery(text, fields);
  if (error) throw refused(error);
  const { tree, sort = others.sort, dependsOnDay } = bindQuery(query, asker, fields);
  const resolver = new NameResolver(db, byKey);
  const resolved = tree && (await byNumber(db, await resolver.resolve(tree), byKey));
  return { conditions: narrowed({ ...others, sort }, resolved, byKey, asker.me), dependsOnDay };
}

function refused({ message, start, end, fixes }: QueryError): AppError {
  return new AppError('invalid_input', message, {
    fields: { query: message },
    body: { query: { start, end, fixes } },
  });
}

/** The conditions with those of a query: what filters and the search find by an index becomes theirs, and the rest is compared. */
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
    filters[parameter] = by.conditionOf(given, callerId);
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

type Named = Awaited<ReturnType<NonNullable<ServedField['querying']['named']>>>;

/** Puts ids in the place of names. */
class NameResolver {
  readonly #db: Db;
  readonly #fields: ServedFields;
  readonly #named = new Map<string, Promise<Named>>();

  constructor(db: Db, fields: ServedFields) {
    this.#db = db;
    this.#fields = fields;
  }

  async resolve(node: Bound): Promise<Bound> {
    switch (node.kind) {
      case 'and':
      case 'or':
        return { ...node, nodes: await Promise.all(node.nodes.map((part) => this.resolve(part))) };
      case 'not':
        return { ...node, node: await this.resolve(node.node) };
      case 'words':
        return node;
      default: {
        const names = node.tests.flatMap((test) => (test.kind === 'called' ? test.names : []));
        if (names.length === 0) return node;
        const found = await Promise.all(names.map((name) => this.#idsOf(node.field.key, name)));
        return { ...node, tests: withIds(node.tests, found.flat()) };
      }
    }
  }

  async #idsOf(key: string, written: WrittenName): Promise<readonly string[]> {
    const { field, querying } = this.#fields.get(key) ?? {};
    if (!field || !querying?.named) throw new Error(`There are no names in ${key}`);
    const reading = this.#named.get(key) ?? querying.named(this.#db);
    this.#named.set(key, reading);
    const named = await reading;
    const ids = named.filter(({ name }) => isCalled(name, written)).map(({ _id }) => _id);
    if (ids.length > 0) return ids;
    const { text, start, end } = written;
    const near = nearest(
      text,
      named.map(({ name }) => name),
    );
    const name = text.slice(0, 100);
    const message =
      field.kind === 'person'
        ? queryMessages.unknownPerson({ name, near })
        : queryMessages.unknownName({ of: field.name, name, near });
    const fix = /[\s,()"]/.test(near) ? `"${near.replaceAll('"', '""')}"` : near;
    throw refused({ message, start, end, fixes: near === '' ? [] : [{ start, end, text: fix }] });
  }
}

function withIds(tests: readonly Test[], ids: readonly string[]): readonly Test[] {
  const others = tests.filter(({ kind }) => kind !== 'called' && kind !== 'among');
  const given = tests.flatMap((test) => (test.kind === 'among' ? test.values : []));
  return [...others, { kind: 'among', values: [...new Set([...given, ...ids])] }];
}
