import { sql } from 'kysely';
import { statuses } from '#contract/bugs/bug-fields.ts';
import type { CountedField } from '#server/extensions/bug-field.ts';

const isUnresolved = sql`blockers.status <> ${sql.lit(statuses.indexOf('resolved'))}`;

/** How many bugs block the row `bugs`: those that are resolved do not. */
export const blockerCount: CountedField = {
  name: 'blockedBy',
  select: () =>
    sql<number>`(select cast(count(*) as integer) from bug_relations
      join bugs as blockers on blockers.id = bug_relations.from_id
      where bug_relations.to_id = bugs.id and bug_relations.kind = 'blocks' and ${isUnresolved})`,
  querying: {
    where(_db, test) {
      if (test.kind !== 'among') throw new Error(`What is blocked is not asked for by ${test.kind}`);
      const [yes, no] = [test.values.includes('yes'), test.values.includes('no')];
      if (yes === no) return yes ? sql<boolean>`1 = 1` : sql<boolean>`1 = 0`;
      // Few bugs are blocked as a rule: what is blocked is selected, and not each bug looked at.
      const blocked = sql`select bug_relations.to_id from bug_relations
        join bugs as blockers on blockers.id = bug_relations.from_id
        where bug_relations.kind = 'blocks' and ${isUnresolved}`;
      return sql<boolean>`bugs.id ${sql.raw(yes ? 'in' : 'not in')} (${blocked})`;
    },
  },
};
