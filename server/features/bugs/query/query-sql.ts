import { type RawBuilder, sql } from 'kysely';
import type { Bound, Test } from '#contract/query/bind.ts';
import type { BugIds } from '#server/engine/bugs/bugs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import type { SqlTest } from '#server/extensions/bug-field.ts';
import { candidatesFor } from './query-candidates.ts';
import { type ServedField, type ServedFields, givenOf } from './query-fields.ts';

/** A part of a query in SQL. */
export interface QueryPart {
  /** Whether the row `bugs` is selected; NULL counts as false. */
  where(db: Db): RawBuilder<boolean>;
  /** The texts that bugs are compared with. */
  readonly needles: readonly string[];
  /** The number of other tests: in the worst case, a bug is compared with each of them. */
  readonly tests: number;
  /** Whether some of the texts are compared with comments as well. */
  readonly inComments: boolean;
  /** The numbers of the only bugs that may be selected, if indices have found them. */
  candidates(db: Db): Promise<readonly number[] | undefined>;
  /** The selected bugs, if the part is one test and an index has exactly these. */
  rows(db: Db): BugIds | undefined;
}

const never = sql<boolean>`1 = 0`;
const always = sql<boolean>`1 = 1`;

/** The SQL of a tree in which names are resolved to ids. */
export function queryPart(tree: Bound, fields: ServedFields, callerId: string): QueryPart {
  const texts = textsOf(tree);
  return {
    where: (db) => whereOf(db, tree, fields, callerId),
    needles: texts.flatMap(({ terms }) => terms),
    tests: testsOf(tree),
    inComments: texts.some(({ inComments }) => inComments),
    candidates: (db) => candidatesFor(db, tree, fields, callerId),
    rows: (db) => rowsOf(db, tree, fields),
  };
}

function rowsOf(db: Db, node: Bound, fields: ServedFields): BugIds | undefined {
  if (node.kind === 'and')
    return node.nodes.length === 1 ? rowsOf(db, node.nodes[0] as Bound, fields) : undefined;
  if (node.kind !== 'test' || node.tests.length !== 1) return undefined;
  const { querying } = fields.get(node.field.key) ?? {};
  return querying?.hasExactIds ? querying.ids?.(db, resolved(node.tests[0] as Test)) : undefined;
}

function whereOf(db: Db, node: Bound, fields: ServedFields, callerId: string): RawBuilder<boolean> {
  const { search } = engineOf(db);
  switch (node.kind) {
    case 'and':
    case 'or':
      return joined(
        node.nodes.map((part) => whereOf(db, part, fields, callerId)),
        node.kind,
      );
    case 'not':
      // A comparison with NULL is not true, so what has no value is selected.
      return sql<boolean>`(${whereOf(db, node.node, fields, callerId)}) is not true`;
    case 'words':
      return joined(
        node.terms.map((term) => search.contains(search.needleOf(term), node.inComments)),
        'and',
      );
    default: {
      const served = fields.get(node.field.key);
      if (!served) throw new Error(`The server lacks the field ${node.field.key} of queries`);
      return joined(
        node.tests.map((test) => testOf(db, resolved(test), served, callerId)),
        'or',
      );
    }
  }
}

function testOf(
  db: Db,
  test: SqlTest,
  { field, querying, filter }: ServedField,
  callerId: string,
): RawBuilder<boolean> {
  if (test.kind === 'among' && test.values.length === 0) return never;
  if (querying.where) return querying.where(db, test);
  const given = givenOf(test);
  if (!filter || given === undefined) throw new Error(`${field.key} is not asked for by ${test.kind}`);
  const { kind, value } = filter.by.conditionOf(given, callerId);
  return filter.by.where(db, kind, sql`${value}`);
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

function testsOf(node: Bound): number {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.nodes.reduce((sum, part) => sum + testsOf(part), 0);
    case 'not':
      return testsOf(node.node);
    case 'words':
      return 0;
    default:
      return node.tests.length;
  }
}

function textsOf(node: Bound): readonly { terms: readonly string[]; inComments: boolean }[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.nodes.flatMap(textsOf);
    case 'not':
      return textsOf(node.node);
    case 'words':
      return [node];
    default: {
      const terms = node.tests.flatMap((test) => (test.kind === 'contains' ? test.text : []));
      return terms.length === 0 ? [] : [{ terms, inComments: false }];
    }
  }
}
