import { sql } from 'kysely';
import type { CountedField } from '#server/extensions/bug-field.ts';

/**
 * The number of users who voted for the row `bugs` or its duplicates. The distinct count is used only for the few bugs
 * with votes on duplicates.
 */
export const voteCount: CountedField = {
  name: 'votes',
  select: () =>
    sql<number>`(case when exists (select 1 from carried_votes where carried_votes.target_id = bugs.id)
      then (select cast(count(*) as integer) from (
        select user_id from bug_votes where bug_votes.bug_id = bugs.id
        union
        select user_id from carried_votes join bug_votes on bug_votes.bug_id = carried_votes.origin_id
        where carried_votes.target_id = bugs.id) as voters)
      else (select cast(count(*) as integer) from bug_votes where bug_votes.bug_id = bugs.id) end)`,
};
