import { type RawBuilder, sql } from 'kysely';
import type { Range } from '#contract/query/bind.ts';

/** Whether the value of an expression is in the range. */
export function isWithin(
  expression: RawBuilder<unknown>,
  { least, most, above, below }: Range<string | number>,
): RawBuilder<boolean> {
  const bounds = [
    least !== undefined && sql`${expression} >= ${least}`,
    most !== undefined && sql`${expression} <= ${most}`,
    above !== undefined && sql`${expression} > ${above}`,
    below !== undefined && sql`${expression} < ${below}`,
  ].filter((bound) => bound !== false);
  return sql<boolean>`(${sql.join(bounds, sql` and `)})`;
}
