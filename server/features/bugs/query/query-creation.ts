import { type RawBuilder, sql } from 'kysely';
import type { Bound, Range, Test } from '#contract/query/bind.ts';
import type { Db } from '#server/engine/schema.ts';
import type { ServedFields } from './query-fields.ts';

/**
 * Replaces times of creation by numbers, which are in the order of creation and indexed. Bugs created while this runs
 * come after all of them.
 */
export async function byNumber(db: Db, node: Bound, fields: ServedFields): Promise<Bound> {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { ...node, nodes: await Promise.all(node.nodes.map((part) => byNumber(db, part, fields))) };
    case 'not':
      return { ...node, node: await byNumber(db, node.node, fields) };
    case 'words':
      return node;
    default: {
      const field = fields.get('number')?.field;
      if (node.field.key !== 'createdAt' || !field) return node;
      return { ...node, field, tests: await Promise.all(node.tests.map((test) => numbered(db, test))) };
    }
  }
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

/** The lowest number from which on all bugs were created at this moment or later, by bisection. */
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
