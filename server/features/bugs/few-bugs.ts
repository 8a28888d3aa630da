import { type RawBuilder, sql } from 'kysely';
import type { BugIds } from '#server/engine/bugs/bugs.ts';
import type { Db } from '#server/engine/schema.ts';
import { mostAmong } from '#server/engine/search.ts';

/** Rows that an index finds: the ids of bugs, or their numbers, in which a bug may occur several times. */
export type BugRows = { readonly ids: BugIds } | { readonly numbers: RawBuilder<{ number: number }> };

/** The numbers of the bugs of all rows together; undefined if there are more than `mostAmong` rows. */
export async function fewBugs(db: Db, all: readonly BugRows[]): Promise<readonly number[] | undefined> {
  if (all.length === 0) return undefined;
  // Counting ids reads only their index; looking up their bugs takes a hundred times as long.
  const counted = unionOf(all.map((each) => sql`select 1 as one from (${rowsOf(each)}) as found`));
  if ((await countUpTo(db, counted, mostAmong + 1)) > mostAmong) return undefined;
  const { rows } = await sql<{ number: number }>`${unionOf(all.map(numbersOf))}`.execute(db);
  return [...new Set(rows.map(({ number }) => number))];
}

const unionOf = (selections: readonly RawBuilder<unknown>[]) => sql.join(selections, sql` union all `);

const rowsOf = (each: BugRows): RawBuilder<unknown> => ('ids' in each ? each.ids : each.numbers);

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
