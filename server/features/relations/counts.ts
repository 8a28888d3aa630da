import { sql } from 'kysely';
import { statuses } from '#contract/bugs/bug-fields.ts';
import type { CountedField } from '#server/extensions/bug-field.ts';

const isUnresolved = sql`blockers.status <> ${sql.lit(statuses.indexOf('resolved'))}`;

const blocking = sql`bug_relations join bugs as blockers on blockers.id = bug_relations.from_id
  where bug_relations.kind = 'blocks' and ${isUnresolved}`;

/** How many unresolved bugs block the row `bugs`. */
export const blockerCount: CountedField = {
  name: 'blockedBy',
  select: () =>
    sql<number>`(select cast(count(*) as integer) from ${blocking} and bug_relations.to_id = bugs.id)`,
  querying: {
    where(_db, test) {
      if (test.kind !== 'among') throw new Error(`There is no query for blocked bugs by ${test.kind}`);
      const [yes, no] = [test.values.includes('yes'), test.values.includes('no')];
      if (yes === no) return yes ? sql<boolean>`1 = 1` : sql<boolean>`1 = 0`;
      const isBlocked = sql<boolean>`exists (select 1 from ${blocking} and bug_relations.to_id = bugs.id)`;
      return yes ? isBlocked : sql<boolean>`not ${isBlocked}`;
    },
    // Usually, few bugs are blocked.
    ids: (_db, test) =>
      test.kind === 'among' && test.values.join() === 'yes'
        ? sql`select bug_relations.to_id as bug_id from ${blocking}`
        : undefined,
  },
};

/** How many children of the row `bugs` are not resolved. */
export const childCount: CountedField = {
  name: 'openChildren',
  select: () =>
    sql<number>`(select cast(count(*) as integer) from bug_relations
      join bugs as children on children.id = bug_relations.to_id
      where bug_relations.from_id = bugs.id and bug_relations.kind = 'parent'
        and children.status <> ${sql.lit(statuses.indexOf('resolved'))})`,
};
