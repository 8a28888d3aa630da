import { type RawBuilder, sql } from 'kysely';
import {
  type Bound,
  type FoldedName,
  type NameAsked,
  type Range,
  type Test,
  type WrittenName,
  calledBy,
  foldName,
} from '#contract/query/bind.ts';
import { queryMessages } from '#contract/query/messages.ts';
import { nearest } from '#contract/query/near.ts';
import { isBareName } from '#contract/query/print.ts';
import { quote } from '#contract/query/tokens.ts';
import type { QueryError } from '#contract/query/tree.ts';
import type { Db } from '#server/engine/schema.ts';
import { AppError } from '#server/http/errors.ts';
import { formerNames } from '#server/named.ts';
import type { FieldQuerying, BoundQueryFields } from './field.ts';

/* The parts of a query that only the database can resolve: names to ids, and times of creation to numbers. */

/** The refusal of a query. */
export function refused({ message, start, end, fixes }: QueryError): AppError {
  return new AppError('invalid_input', message, {
    fields: { query: message },
    body: { query: { start, end, fixes } },
  });
}

type TestNode = Extract<Bound, { kind: 'test' }>;

/**
 * The query with ids instead of names and numbers instead of times of creation.
 * @throws AppError 400 for the first unknown name; later ones are not looked up
 */
export async function resolve(db: Db, fields: BoundQueryFields, tree: Bound): Promise<Bound> {
  const names = new NameResolver(db, fields);
  const named = await mapTests(tree, (node) => names.resolve(node));
  return mapTests(named, (node) => byNumber(db, fields, node));
}

/** Replaces the tests of a tree, one after another. */
async function mapTests(node: Bound, replace: (node: TestNode) => Promise<TestNode>): Promise<Bound> {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const nodes: Bound[] = [];
      for (const part of node.nodes) nodes.push(await mapTests(part, replace));
      return { ...node, nodes };
    }
    case 'not':
      return { ...node, node: await mapTests(node.node, replace) };
    case 'words':
      return node;
    default:
      return replace(node);
  }
}

/** The number of names that are searched for the one that may have been meant. */
const suggested = 1_000;

type Reader = NonNullable<FieldQuerying['named']>;
type Merged = Awaited<ReturnType<NonNullable<FieldQuerying['merged']>>>[number];

type Named = FoldedName<{ readonly _id: string; readonly name: string }>;

/** Looks up names. Each list of names is read and folded only once, because it may contain all users. */
export class NameResolver {
  readonly #db: Db;
  readonly #fields: BoundQueryFields;
  readonly #lists = new Map<Reader, Promise<readonly Named[]>>();
  readonly #merged = new Map<Reader, Promise<ReadonlyMap<string, Merged>>>();
  readonly #former = new Map<Reader, Promise<readonly Named[]>>();

  constructor(db: Db, fields: BoundQueryFields) {
    this.#db = db;
    this.#fields = fields;
  }

  async resolve(node: TestNode): Promise<TestNode> {
    const names = node.tests.flatMap((test) => (test.kind === 'called' ? test.names : []));
    const given = node.tests.flatMap((test) => (test.kind === 'among' ? test.values : []));
    const { key } = node.field;
    const canBeMerged = given.length > 0 && this.#fields.get(key)?.querying.merged !== undefined;
    if (names.length === 0 && !canBeMerged) return node;
    const merged = canBeMerged ? await this.#mergedOf(key) : undefined;
    const ids = given.map((id) => merged?.get(String(id))?.into ?? id);
    for (const name of names) ids.push(...(await this.#idsOf(key, name)));
    const others = node.tests.filter(({ kind }) => kind !== 'called' && kind !== 'among');
    return { ...node, tests: [...others, { kind: 'among', values: [...new Set(ids)] }] };
  }

  /** The objects that can be named in a field. */
  async #listOf(key: string): Promise<readonly Named[]> {
    const { named } = this.#find(key);
    const known = this.#lists.get(named);
    if (known) return known;
    const list = named(this.#db).then((all) => all.map(foldName));
    this.#lists.set(named, list);
    return list;
  }

  /** The objects of a field that were merged into others, by their ids. */
  async #mergedOf(key: string): Promise<ReadonlyMap<string, Merged>> {
    const { named, merged } = this.#find(key);
    const known = this.#merged.get(named);
    if (known) return known;
    const byId = Promise.resolve(merged?.(this.#db) ?? []).then(
      (all) => new Map(all.map((one) => [one._id, one])),
    );
    this.#merged.set(named, byId);
    return byId;
  }

  /**
   * The ids of the objects with this name in a field; if there are none, of those that had it. Empty if there are none
   * either.
   */
  async find(key: string, written: NameAsked): Promise<readonly string[]> {
    const ids = calledBy(await this.#listOf(key), written).map(({ _id }) => _id);
    return ids.length > 0 ? ids : this.#becameOf(key, written);
  }

  /** The ids of what formerly had the name: the last object, or for people everyone. */
  async #becameOf(key: string, written: NameAsked): Promise<readonly string[]> {
    const { field, named } = this.#find(key);
    const former = this.#former.get(named) ?? this.#readFormer(key);
    this.#former.set(named, former);
    const found = calledBy(await former, written).map(({ _id }) => _id);
    return field.kind === 'person' ? [...new Set(found)] : found.slice(0, 1);
  }

  /** The former names in a field, latest first, each with the id of what it names now. */
  async #readFormer(key: string): Promise<readonly Named[]> {
    const [list, merged, former] = await Promise.all([
      this.#listOf(key),
      this.#mergedOf(key),
      formerNames(this.#db).execute(),
    ]);
    const existing = new Set(list.map(({ _id }) => _id));
    return [...former, ...merged.values()].flatMap(({ _id, name }) => {
      const id = merged.get(_id)?.into ?? _id;
      return existing.has(id) ? [foldName({ _id: id, name })] : [];
    });
  }

  #find(key: string) {
    const { field, querying } = this.#fields.get(key) ?? {};
    if (!field || !querying?.named) throw new Error(`There are no names in ${key}`);
    return { field, named: querying.named, merged: querying.merged };
  }

  async #idsOf(key: string, written: WrittenName): Promise<readonly string[]> {
    const ids = await this.find(key, written);
    if (ids.length > 0) return ids;
    const { field } = this.#find(key);
    const named = await this.#listOf(key);
    const { text, start, end } = written;
    const near = nearest(
      text,
      named.slice(0, suggested).map(({ name }) => name),
    );
    const name = text.slice(0, 100);
    const message =
      field.kind === 'person'
        ? queryMessages.unknownPerson({ name, near })
        : queryMessages.unknownName({ of: field.name, name, near });
    const fix = isBareName(near, field) ? near : quote(near);
    throw refused({ message, start, end, fixes: near === '' ? [] : [{ start, end, text: fix }] });
  }
}

/**
 * Replaces times of creation by numbers, which are in the order of creation and indexed. Bugs created while this runs
 * come after all of them.
 */
async function byNumber(db: Db, fields: BoundQueryFields, node: TestNode): Promise<TestNode> {
  const field = fields.get('number')?.field;
  if (node.field.key !== 'createdAt' || !field) return node;
  return { ...node, field, tests: await Promise.all(node.tests.map((test) => numbered(db, test))) };
}

async function numbered(db: Db, test: Test): Promise<Test> {
  if (test.kind !== 'range') return test;
  const { least, below } = test.range as Range<string>;
  const [first, end] = await Promise.all([
    least === undefined ? undefined : firstFrom(db, least),
    below === undefined ? undefined : firstFrom(db, below),
  ]);
  const range = { ...(first !== undefined && { least: first }), ...(end !== undefined && { most: end - 1 }) };
  return { kind: 'range', range };
}

/** The lowest number from which all bugs were created at this moment or later, found by bisection. */
async function firstFrom(db: Db, moment: string): Promise<number> {
  const isLater = (number: RawBuilder<unknown>) =>
    sql`coalesce((select created_at >= ${moment} from bugs where number >= ${number} order by number limit 1), 1 = 1)`;
  const middle = sql`(low + high) / 2`;
  const low = sql`case when later then low else ${middle} + 1 end`;
  const high = sql`case when later then ${middle} else high end`;
  const behind = sql`(select max(number) + 1 from bugs)`;
  const { rows } = await sql<{ number: number }>`
    with recursive bounds (low, high, later) as (
      select 1, coalesce(${behind}, 1), ${isLater(sql`(1 + coalesce(${behind}, 1)) / 2`)}
      union all
      select ${low}, ${high}, ${isLater(sql`(${low} + ${high}) / 2`)} from bounds where low < high)
    select low as number from bounds where low = high`.execute(db);
  return rows[0]?.number ?? 1;
}
