import { sql } from 'kysely';
import { statuses } from '#contract/bugs/bug-fields.ts';
import type { CountedField } from '#server/extensions/bug-field.ts';

/** How many children of the row `bugs` are not resolved. */
export const childCount: CountedField = {
  name: 'openChildren',
  select: () =>
    sql<number>`(select cast(count(*) as integer) from bug_relations
      join bugs as children on children.id = bug_relations.to_id
      where bug_relations.from_id = bugs.id and bug_relations.kind = 'parent'
        and children.status <> ${sql.lit(statuses.indexOf('resolved'))})`,
};
