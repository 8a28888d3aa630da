import { SqliteAdapter, sql } from 'kysely';
import { type Engine, type Failure, codeOf, jsonPairs } from '#server/engine/dialect.ts';
import { sqliteSearch } from './search.ts';
import {
  commentSearch,
  mergeSearchIndexBy,
  searchIndexAtCommit,
  searchIndexForShortTexts,
} from './search-index.ts';

const sqliteFailures: Record<number, Failure> = { 5: 'busy', 6: 'busy', 10: 'io', 13: 'full' };
const sqliteConstraints: Record<number, Failure> = { 787: 'reference', 1555: 'unique', 2067: 'unique' };

export const sqlite: Engine = {
  types: {
    uuid: sql`text`,
    time: sql`text`,
    foldedText: sql`text`,
    bigInteger: sql`integer`,
    decimal: sql`real`,
    position: sql`integer`,
  },
  tableEnd: sql`strict`,
  // Only the index is stored (the texts are in the table), under the bug's number, so that matches come newest first.
  searchIndex: [
    sql`create virtual table bug_search using fts5(
      title_fold, description_fold, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
    sql`create trigger bug_search_insert after insert on bugs begin
      insert into bug_search (rowid, title_fold, description_fold)
      values (new.number, new.title_fold, new.description_fold);
    end`,
    sql`create trigger bug_search_update after update of title_fold, description_fold on bugs
      when old.title_fold <> new.title_fold or old.description_fold <> new.description_fold begin
      update bug_search set title_fold = new.title_fold, description_fold = new.description_fold
      where rowid = new.number;
    end`,
    sql`create trigger bug_search_delete after delete on bugs begin
      delete from bug_search where rowid = old.number;
    end`,
  ],
  isAmong: (column, json) => sql`${sql.ref(column)} in (select value from json_each(${json}))`,
  jsonArrayOf: (columns, order) =>
    sql`json_group_array(json_object(${jsonPairs(columns)}) order by ${sql.ref(order)})`,
  changesWithout: (column, field) =>
    sql`(select json_group_array(json(case when value ->> '$.field' = ${sql.lit(field)}
        then json_object('field', ${sql.lit(field)}) else value end) order by key) from json_each(${sql.ref(column)}))`,
  dayOf: (column) => sql`substr(${sql.ref(column)}, 1, 10)`,
  // SQLite runs one writing transaction at a time.
  transactionsOverlap: false,
  holdRelationsAtOnce: [],
  shard: sql`0`,
  shards: 1,
  bugNumbers: [],
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
  appendOnly: (table) =>
    ['update', 'delete'].map(
      (
        verb,
      ) => sql`create trigger ${sql.id(`${table}_no_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)} begin
        select raise(abort, 'rows of this table are only added');
      end`,
    ),
  // REPLACE deletes without firing DELETE triggers, by the primary key as well as by the rowid.
  refuseReplacing: (table) => [
    sql`create trigger ${sql.id(`${table}_no_replace`)} before insert on ${sql.table(table)}
      when exists (select 1 from ${sql.table(table)} where id = new.id or rowid = new.rowid) begin
      select raise(abort, 'rows of this table are only added');
    end`,
  ],
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
  // A transaction holds them all.
  holdTables: () => [],
  // Indices are also sorted in the cache.
  beforeFilling: [sql`pragma cache_size = -131072`, mergeSearchIndexBy(16)],
  // Back to the defaults. No statistics to update: SQLite plans without them here.
  afterFilling: () => [sql`pragma cache_size = -2000`, mergeSearchIndexBy(4)],
  search: sqliteSearch,
  searchIndexForShortTexts,
  searchIndexAtCommit,
  commentSearch,
  searchIndexBounded: [],
  // SQLite cannot change a column's constraint. Replacing the column keeps the table's indices, triggers and search
  // index, and other tables' references to it. The default only applies until the column is filled.
  longerDescriptions: [
    sql`alter table bugs rename column description to description_before`,
    sql`alter table bugs add column description text not null default '-'
      check (length(description) between 1 and 400000)`,
    sql`update bugs set description = description_before`,
    sql`alter table bugs drop column description_before`,
  ],
  failure(error) {
    const code = codeOf(error, 'errcode');
    return typeof code === 'number' ? (sqliteConstraints[code] ?? sqliteFailures[code & 0xff]) : undefined;
  },
};

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
