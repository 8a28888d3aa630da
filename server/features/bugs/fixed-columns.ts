import { type RawBuilder, sql } from 'kysely';
import type { fixedFields } from '#contract/bugs/bug-fields.ts';
import type { FieldQuerying, FieldServer } from '#server/extensions/bug-field.ts';
import type { Db } from '#server/engine/schema.ts';
import { isWithin } from '#server/engine/within.ts';
import { everyone } from '#server/people.ts';
import { ofPerson } from './columns.ts';

/** The range of a 32-bit integer column. */
const integers = { least: -2_147_483_648, most: 2_147_483_647 };

/** Tests a column, or another expression with one value per bug, for a range. */
export function ranging(
  expression: (db: Db) => RawBuilder<unknown>,
  { isInteger = false, isIndexed = false } = {},
): FieldQuerying {
  return {
    isIndexed,
    where(db, test) {
      if (test.kind !== 'range') throw new Error(`Numbers and times are not asked for by ${test.kind}`);
      if (!isInteger) return isWithin(expression(db), test.range);
      const { least = integers.least, most = integers.most } = test.range as Partial<
        Record<'least' | 'most', number>
      >;
      const range = { least: Math.max(least, integers.least), most: Math.min(most, integers.most) };
      return range.least > range.most ? sql<boolean>`1 = 0` : isWithin(expression(db), range);
    },
  };
}

/** A column of every bug that no request sets. */
interface FixedColumn extends Pick<FieldServer, 'filters' | 'querying'> {
  readonly name: keyof typeof fixedFields | 'number';
}

/** The columns of every bug that no request sets, by which lists or queries select. */
export const fixedColumns: readonly FixedColumn[] = [
  {
    name: 'createdBy',
    filters: { createdBy: ofPerson('created_by') },
    querying: { named: everyone },
  },
  { name: 'createdAt', querying: ranging(() => sql`bugs.created_at`) },
  { name: 'updatedAt', querying: ranging(() => sql`bugs.updated_at`, { isIndexed: true }) },
  { name: 'number', querying: ranging(() => sql`bugs.number`, { isInteger: true, isIndexed: true }) },
];
