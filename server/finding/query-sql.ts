import { type RawBuilder, sql } from 'kysely';
import type { Bound, Test } from '#contract/query/bind.ts';
import type { BugIds, BugNumbers } from '#server/engine/bugs/bugs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { mostAmong } from '#server/engine/search.ts';
import type { BoundQueryField, BoundQueryFields, SqlTest } from './field.ts';

/** A query, or a part of one, whose names are resolved to ids. */
export interface QueryPart {
  readonly tree: Bound;
  readonly fields: BoundQueryFields;
  readonly callerId: string;
}

const never = sql<boolean>`1 = 0`;
const always = sql<boolean>`1 = 1`;

/** The condition that the row `bugs` is selected; NULL counts as false. */
export function partMatches(db: Db, { tree, ...others }: QueryPart): RawBuilder<boolean> {
  const { search } = engineOf(db);
  const part = (node: Bound) => partMatches(db, { tree: node, ...others });
  switch (tree.kind) {
    case 'and':
    case 'or':
      return joined(tree.nodes.map(part), tree.kind);
    case 'not':
      // A comparison with NULL is not true, so what has no value is selected.
      return sql<boolean>`(${part(tree.node)}) is not true`;
    case 'words':
      return joined(
        [
          ...tree.terms.map((term) => search.contains(search.needleOf(term), tree.inComments)),
          ...tree.exact.map((phrase) => search.containsExactly(search.needleOf(phrase), tree.inComments)),
        ],
        'and',
      );
    default: {
      const served = others.fields.get(tree.field.key);
      if (!served) throw new Error(`The server lacks the field ${tree.field.key} of queries`);
      return joined(
        tree.tests.map((test) => testMatches(db, resolved(test), served, others.callerId)),
        'or',
      );
    }
  }
}

function testMatches(
  db: Db,
  test: SqlTest,
  { field, querying, filter }: BoundQueryField,
  callerId: string,
): RawBuilder<boolean> {
  if (test.kind === 'among' && test.values.length === 0) return never;
  if (querying.where) return querying.where(db, test);
  const given = givenOf(test);
  if (!filter || given === undefined) throw new Error(`${field.key} is not asked for by ${test.kind}`);
  const { kind, value } = filter.by.conditionOf(given, callerId);
  return filter.by.where(db, kind, sql`${value}`);
}

/** The filter parameter that expresses a test; undefined if filters have no such test. */
export function givenOf(test: Test): string | undefined {
  if (test.kind === 'none') return 'none';
  return test.kind === 'among' && test.values.length > 0 ? test.values.join(',') : undefined;
}

function resolved(test: Test): SqlTest {
  if (test.kind === 'called') throw new Error('Names are resolved before a query runs');
  return test;
}

function joined(parts: readonly RawBuilder<boolean>[], by: 'and' | 'or'): RawBuilder<boolean> {
  const [first] = parts;
  if (!first) return by === 'and' ? always : never;
  return parts.length === 1 ? first : sql<boolean>`(${sql.join(parts, sql.raw(` ${by} `))})`;
}

/** What each bug is compared with in the worst case. */
export interface Compared {
  /** The texts. */
  readonly needles: readonly string[];
  /** Whether some of the texts are compared with comments as well. */
  readonly inComments: boolean;
  /** The number of other tests. */
  readonly tests: number;
}

export function comparedWith({ tree }: QueryPart): Compared {
  const leaves = leavesOf(tree);
  return {
    needles: leaves.flatMap((leaf) =>
      leaf.kind === 'words'
        ? [...leaf.terms, ...leaf.exact]
        : leaf.tests.flatMap((test) => (test.kind === 'contains' ? test.text : [])),
    ),
    inComments: leaves.some((leaf) => leaf.kind === 'words' && leaf.inComments),
    tests: leaves.reduce((sum, leaf) => sum + (leaf.kind === 'test' ? leaf.tests.length : 0), 0),
  };
}

function leavesOf(node: Bound): readonly Extract<Bound, { kind: 'words' | 'test' }>[] {
  if (node.kind === 'words' || node.kind === 'test') return [node];
  return node.kind === 'not' ? leavesOf(node.node) : node.nodes.flatMap(leavesOf);
}

/** The bugs that a part selects, if it is a single test and an index of another table has exactly these bugs. */
export function exactRows(db: Db, { tree, fields }: QueryPart): BugNumbers | undefined {
  const [only, ...others] = tree.kind === 'and' ? tree.nodes : [tree];
  if (only?.kind !== 'test' || others.length > 0 || only.tests.length !== 1) return undefined;
  return fields.get(only.field.key)?.querying.numbers?.(db, resolved(only.tests[0] as Test));
}

/** Rows that an index finds: the ids of bugs, or their numbers, in which a bug may occur several times. */
type BugRows = { readonly ids: BugIds } | { readonly numbers: RawBuilder<{ number: number }> };

/** The maximum number of selections: more would take longer than comparing bugs. */
const maxSelections = 30;
/** The maximum number of parts of a query that are tried. */
const maxTries = 8;

/**
 * The numbers of a few bugs, among them all that a query selects, if indices find them. Undefined if bugs have to be
 * scanned, which soon finds some if the query selects many.
 */
export async function candidatesFor(db: Db, part: QueryPart): Promise<readonly number[] | undefined> {
  const { tree } = part;
  // Any part of a conjunction will do: the first with few bugs.
  for (const node of tree.kind === 'and' ? tree.nodes.slice(0, maxTries) : [tree]) {
    const found = (await rowsOf(db, part, node)) ?? [];
    const numbers = found.length > maxSelections ? undefined : await fewBugs(db, found);
    if (numbers) return numbers;
  }
  return undefined;
}

/** Index selections that together include all bugs that the node selects; undefined if there are none. */
async function rowsOf(db: Db, part: QueryPart, node: Bound): Promise<readonly BugRows[] | undefined> {
  switch (node.kind) {
    case 'and': {
      const found = await Promise.all(node.nodes.map((each) => rowsOf(db, part, each)));
      return found.filter((each) => each !== undefined).toSorted((a, b) => a.length - b.length)[0];
    }
    case 'or':
      return allOf(node.nodes.map((each) => rowsOf(db, part, each)));
    case 'not': {
      // An index finds the bugs that have a value in a field; none finds other negations.
      const negated = node.node.kind === 'test' ? node.node : undefined;
      if (!negated?.tests.some(({ kind }) => kind === 'none')) return undefined;
      const having = part.fields.get(negated.field.key)?.querying.having?.(db);
      return having && [{ ids: having }];
    }
    case 'words':
      return rowsWithWords(db, node.terms, node.inComments);
    default:
      return allOf(node.tests.map((test) => rowsWithTest(db, part, node.field.key, test)));
  }
}

async function allOf(
  each: readonly Promise<readonly BugRows[] | undefined>[],
): Promise<readonly BugRows[] | undefined> {
  const found = await Promise.all(each);
  return found.every((rows) => rows !== undefined) ? found.flat() : undefined;
}

async function rowsWithWords(
  db: Db,
  terms: readonly string[],
  inComments: boolean,
): Promise<readonly BugRows[] | undefined> {
  if (terms.length === 0) return undefined;
  const { search, isAmong } = engineOf(db);
  const plan = await search.plan(db, terms, { byNumber: true, isSelective: false, inComments });
  if (plan.among) {
    const isCandidate = isAmong('bugs.number', JSON.stringify(plan.among), 'integer');
    return [{ numbers: sql`select number from bugs where ${isCandidate}` }];
  }
  return plan.way === 'index' ? [{ numbers: search.numbers(plan) }] : undefined;
}

async function rowsWithTest(
  db: Db,
  { fields, callerId }: QueryPart,
  key: string,
  test: Test,
): Promise<readonly BugRows[] | undefined> {
  const served = fields.get(key);
  if (!served || test.kind === 'called') return undefined;
  const { querying } = served;
  if (querying.numbers) {
    const numbers = querying.numbers(db, test)?.rows;
    return numbers && [{ numbers }];
  }
  if (querying.ids) {
    const ids = querying.ids(db, test);
    return ids && [{ ids }];
  }
  if (test.kind === 'contains') return rowsWithWords(db, [test.text], false);
  if (querying.isIndexed && querying.where) return [{ numbers: numbersWhere(querying.where(db, test)) }];
  return rowsOfFilter(db, served, test, callerId);
}

function rowsOfFilter(
  db: Db,
  { field, filter }: BoundQueryField,
  test: Test,
  callerId: string,
): readonly BugRows[] | undefined {
  const given = givenOf(test);
  if (!filter || given === undefined) return undefined;
  const { kind, value } = filter.by.conditionOf(given, callerId);
  const numbers = filter.by.numbers?.(db, kind, sql`${value}`)?.rows;
  if (numbers) return [{ numbers }];
  // A field has few choices, most of which select many bugs.
  if (!filter.by.isByNumber || field.kind === 'choice') return undefined;
  return [{ numbers: numbersWhere(filter.by.where(db, kind, sql`${value}`)) }];
}

export const numbersWhere = (condition: RawBuilder<boolean>) =>
  sql<{ number: number }>`select bugs.number from bugs where ${condition}`;

/** The numbers of the bugs of all rows together; undefined if there are more than `most` rows. */
export async function fewBugs(
  db: Db,
  all: readonly BugRows[],
  most = mostAmong,
): Promise<readonly number[] | undefined> {
  if (all.length === 0) return undefined;
  // Counting ids reads only their index; looking up their bugs takes a hundred times as long.
  const counted = unionOf(all.map((each) => sql`select 1 as one from (${selectionOf(each)}) as found`));
  if ((await countUpTo(db, counted, most + 1)) > most) return undefined;
  const { rows } = await sql<{ number: number }>`${unionOf(all.map(numbersOf))}`.execute(db);
  return [...new Set(rows.map(({ number }) => number))];
}

/** The numbers of the bugs of the first selection with at most `most` rows. */
export async function firstFew(
  db: Db,
  all: readonly BugNumbers[],
  most = mostAmong,
): Promise<readonly number[] | undefined> {
  for (const { rows: numbers } of all) {
    const few = await fewBugs(db, [{ numbers }], most);
    if (few) return few;
  }
  return undefined;
}

const unionOf = (selections: readonly RawBuilder<unknown>[]) => sql.join(selections, sql` union all `);

const selectionOf = (each: BugRows): RawBuilder<unknown> => ('ids' in each ? each.ids : each.numbers);

function numbersOf(each: BugRows): RawBuilder<unknown> {
  if ('numbers' in each) return sql`select number from (${each.numbers}) as found`;
  // SQLite does not reorder a cross join.
  return sql`select bugs.number from (${each.ids}) as found cross join bugs where bugs.id = found.bug_id`;
}

/** Counts the rows of a selection, at most `most`. */
export async function countUpTo(db: Db, selection: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ rows: number | string }>`
    select count(*) as rows from (${selection} limit ${most}) as counted`.execute(db);
  return Number(rows[0]?.rows);
}
