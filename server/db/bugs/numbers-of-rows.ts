import { type RawBuilder, sql } from 'kysely';

/** The numbers of the bugs that rows name by `bug_id`, one for each row, which are read before the bugs. */
export function numbersOfRows(rows: RawBuilder<unknown>): RawBuilder<{ number: number }> {
  // SQLite keeps to the order of a cross join.
  return sql`select bugs.number from (${rows}) as named cross join bugs where bugs.id = named.bug_id`;
}
