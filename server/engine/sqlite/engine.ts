import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { type Engine, type Failure, codeOf, jsonPairs } from '#server/engine/dialect.ts';
import { sqliteSearch } from './search.ts';

const sqliteFailures: Record<number, Failure> = { 5: 'busy', 6: 'busy', 10: 'io', 13: 'full' };
const sqliteConstraints: Record<number, Failure> = { 787: 'reference', 1555: 'unique', 2067: 'unique' };

export const sqlite: Engine = {
  name: 'sqlite',
  types: { uuid: sql`text`, time: sql`text` },
  isAmong: (column, json) => sql`${sql.ref(column)} in (select value from json_each(${json}))`,
  rowsIn(json, columns) {
    const each = Object.keys(columns).map(
      (name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.id(name)}`,
    );
    return sql`(select ${sql.join(each)} from json_each(${json}))`;
  },
  jsonArrayOf: (columns, order) =>
    sql`json_group_array(json_object(${jsonPairs(columns)}) order by ${sql.ref(order)})`,
  changesWithout: (column, field) =>
    sql`(select json_group_array(json(case when value ->> '$.field' = ${sql.lit(field)}
        then json_object('field', ${sql.lit(field)}) else value end) order by key) from json_each(${sql.ref(column)}))`,
  // SQLite runs one writing transaction at a time.
  transactionsOverlap: false,
  holdRelationsAtOnce: [],
  shard: sql`0`,
  shards: 1,
  resetBugNumbers: [],
  nextBug: (tx, now) =>
    tx
      .updateTable('counters')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .where('name', '=', 'bugs')
      .returning([
        'value as number',
        sql<string>`max(${now}, coalesce((select created_at from bugs order by number desc limit 1), ''))`.as(
          'at',
        ),
      ]),
  async nextNumbers(tx, count) {
    const { value } = await tx
      .updateTable('counters')
      .set((eb) => ({ value: eb('value', '+', count) }))
      .where('name', '=', 'bugs')
      .returning('value')
      .executeTakeFirstOrThrow();
    return Array.from({ length: count }, (_, i) => value - count + 1 + i);
  },
  // One transaction writes at a time.
  holdCardOrder: [],
  holdViews: [],
  beforeMigrating: [],
  // One process serves the file, so its own commits are all commits.
  notifyCommit: [],
  columns: sql`
    select t.name as "table", c.name as "column", c.pk as "key", f."table" as refers
    from pragma_table_list t join pragma_table_xinfo(t.name) c
    left join pragma_foreign_key_list(t.name) f on f."from" = c.name
    where t.schema = 'main' and t.type = 'table' and c.hidden = 0
      and t.name not like 'sqlite\\_%' escape '\\' and t.name not in ('bug_search_due', 'comment_search_due', 'comment_places')`,
  indices: sql`
    select name, tbl_name as "table", sql as definition from sqlite_schema where type = 'index' and sql is not null`,
  // A writing transaction locks all tables anyway.
  holdTables: () => [],
  // Indices are also sorted in the cache.
  beforeFilling: [sql`pragma cache_size = -131072`, ...mergingSearchIndex({ automerge: 16, deletemerge: 0 })],
  // Back to the defaults. No statistics to update: SQLite plans without them here.
  afterFilling: () => [
    sql`pragma cache_size = -2000`,
    ...mergingSearchIndex({ automerge: 4, deletemerge: 10 }),
  ],
  withoutSearchIndex: [],
  withSearchIndex: [],
  search: sqliteSearch,
  failure(error) {
    const code = codeOf(error, 'errcode');
    return typeof code === 'number' ? (sqliteConstraints[code] ?? sqliteFailures[code & 0xff]) : undefined;
  },
};

/**
 * Sets how many parts of the search index FTS5 merges at a time, and the percentage of deleted rows at which it merges
 * a part.
 */
function mergingSearchIndex(options: Record<'automerge' | 'deletemerge', number>): RawBuilder<unknown>[] {
  return Object.entries(options).map(
    ([name, value]) =>
      sql`insert into bug_search (bug_search, rank) values (${sql.lit(name)}, ${sql.lit(value)})`,
  );
}

/**
 * Kysely's adapter, with the engine. Kysely's own declares neither DDL in transactions, which SQLite supports, nor a
 * second connection, which the driver has for reading.
 */
export class KatydidSqliteAdapter extends SqliteAdapter {
  readonly engine = sqlite;
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}
