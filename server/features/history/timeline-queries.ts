import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/engine/schema.ts';
import type { TimelineSource } from '#server/extensions/bug-extension.ts';

/** The position of an entry in the timeline: its time, and its id for entries with the same time. */
export interface Position {
  readonly id: string;
  readonly at: string;
}

/** An entry whose text has not been read. */
export interface Key {
  readonly id: string;
  /** The table that it is in. */
  readonly source: string;
  /** The bytes of its text. */
  readonly size: number;
}

const comparisons = { before: sql`<`, from: sql`<=`, after: sql`>` };

/** Which entries of a bug to find: from a position on or, without one, from the start or end of the timeline. */
interface Wanted {
  readonly bugId: string;
  readonly position: Position | undefined;
  /** The direction from the position; `from` includes it. */
  readonly way: keyof typeof comparisons;
  readonly limit: number;
}

/**
 * Up to `limit` entries of all sources, in the order of the direction. Each source is read from its index, no further than
 * needed.
 */
export async function findKeys(
  db: Db,
  sources: readonly TimelineSource[],
  { bugId, position, way, limit }: Wanted,
): Promise<Key[]> {
  const order = way === 'after' ? 'asc' : 'desc';
  const some = sources.map(({ table, columns }) => {
    const at = sql.ref(columns.at);
    const beyond = position && sql`and (${at}, id) ${comparisons[way]} (${position.at}, ${position.id})`;
    return sql`select * from (
      select ${sql.lit(table)} as source, id, ${at} as at, octet_length(${sql.ref(columns.text)}) as size
      from ${sql.table(table)} where bug_id = ${bugId} ${beyond ?? sql``}
      order by ${at} ${sql.raw(order)}, id ${sql.raw(order)} limit ${limit}) as ${sql.id(`some_${table}`)}`;
  });
  return db
    .selectFrom(sql<Key & Position>`(${union(some)})`.as('entries'))
    .select(['source', 'id', 'size'])
    .orderBy('at', order)
    .orderBy('id', order)
    .limit(limit)
    .execute();
}

/** The position of an entry; undefined if the bug has no such entry. */
export async function findPosition(
  db: Db,
  sources: readonly TimelineSource[],
  { bugId, id }: { bugId: string; id: string },
): Promise<Position | undefined> {
  const each = sources.map(
    ({ table, columns }) =>
      sql`select id, ${sql.ref(columns.at)} as at from ${sql.table(table)} where id = ${id} and bug_id = ${bugId}`,
  );
  return db
    .selectFrom(sql<Position>`(${union(each)})`.as('entries'))
    .select(['id', 'at'])
    .executeTakeFirst();
}

function union(selects: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(selects, sql` union all `);
}
