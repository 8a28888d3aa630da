import { type RawBuilder, sql } from 'kysely';
import { type ValueOf, compiled } from '#server/db/compiled.ts';
import type { Db } from '#server/db/schema.ts';
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

/** The direction from a position; `from` includes it. Without a position, from the end of the timeline. */
export interface Direction {
  readonly way: 'before' | 'from' | 'after';
  readonly isOpen: boolean;
}

const comparisons = { before: sql`<`, from: sql`<=`, after: sql`>` };

interface Values extends Position {
  bugId: string;
  limit: number;
}

/** Finds entries of all sources in the order of the timeline. Each source is read from its index, no further than needed. */
export class TimelineFinder {
  readonly #sources: readonly TimelineSource[];
  readonly #selectKeys;
  readonly #selectPosition;

  constructor(sources: readonly TimelineSource[]) {
    this.#sources = sources;
    this.#selectKeys = compiled<Values, Key, Direction>((db, value, direction) =>
      this.#keys(db, value, direction),
    );
    this.#selectPosition = compiled<{ bugId: string; id: string }, Position>((db, value) =>
      this.#position(db, value),
    );
  }

  /** Up to `limit` entries from a position on, in the order of the direction. */
  async keys(
    db: Db,
    {
      bugId,
      position,
      way,
      limit,
    }: { bugId: string; limit: number; position: Position | undefined } & Pick<Direction, 'way'>,
  ): Promise<Key[]> {
    const { id = '', at = '' } = position ?? {};
    const direction = { way, isOpen: position === undefined };
    return this.#selectKeys(db, { bugId, id, at, limit }, direction);
  }

  /** The position of the entry; undefined where the bug has no such entry. */
  async position(db: Db, bugId: string, id: string): Promise<Position | undefined> {
    const [position] = await this.#selectPosition(db, { bugId, id });
    return position;
  }

  #keys(db: Db, value: ValueOf<Values>, { way, isOpen }: Direction) {
    const order = way === 'after' ? 'asc' : 'desc';
    const some = this.#sources.map(({ table, columns }) => {
      const at = sql.ref(columns.at);
      const beyond = sql`and (${at}, id) ${comparisons[way]} (${value('at')}, ${value('id')})`;
      return sql`select * from (
        select ${sql.lit(table)} as source, id, ${at} as at, octet_length(${sql.ref(columns.text)}) as size
        from ${sql.table(table)} where bug_id = ${value('bugId')} ${isOpen ? sql`` : beyond}
        order by ${at} ${sql.raw(order)}, id ${sql.raw(order)} limit ${value('limit')}) as ${sql.id(`some_${table}`)}`;
    });
    return db
      .selectFrom(sql<Key & Position>`(${union(some)})`.as('entries'))
      .select(['source', 'id', 'size'])
      .orderBy('at', order)
      .orderBy('id', order)
      .limit(value('limit'));
  }

  #position(db: Db, value: ValueOf<{ bugId: string; id: string }>) {
    const each = this.#sources.map(
      ({ table, columns }) =>
        sql`select id, ${sql.ref(columns.at)} as at from ${sql.table(table)}
          where id = ${value('id')} and bug_id = ${value('bugId')}`,
    );
    return db.selectFrom(sql<Position>`(${union(each)})`.as('entries')).select(['id', 'at']);
  }
}

function union(selects: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(selects, sql` union all `);
}
