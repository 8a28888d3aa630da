import { type DialectAdapter, PostgresAdapter, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db, Tx } from './schema.ts';
import { type SearchEngine, trigram } from './search.ts';
import { sqliteSearch } from './sqlite/search.ts';
import { renewSearchIndex, searchIndexAtCommit, searchIndexForShortTexts } from './sqlite/search-index.ts';

/** Why a database refused or failed, by the same names on each engine. */
export type Failure =
  /** A unique constraint is violated. */
  | 'unique'
  /** A foreign key constraint is violated. */
  | 'reference'
  /** A value that the engine cannot store, though the schema accepts it. */
  | 'invalid'
  /** A deadlock or a serialization failure: a retry of the transaction may succeed. */
  | 'conflict'
  /** The database cannot answer in time. */
  | 'busy'
  /** It cannot be reached, or the connection is lost. */
  | 'away'
  /** There is no room on its disk. */
  | 'full'
  /** Its disk fails. */
  | 'io';

/** A column as the database describes it. */
interface ColumnRow {
  table: string;
  column: string;
  /** Its place in the primary key, from 1 on; 0 where it is not part of it. */
  key: number;
  /** The table whose rows it names, where it is a foreign key. */
  refers: string | null;
}

/** An index that no constraint needs, and the statement that makes it. */
interface IndexRow {
  name: string;
  definition: string;
}

/** Where the engines differ: each difference once, under a name that says why. */
export interface Engine {
  readonly types: {
    readonly uuid: RawBuilder<unknown>;
    readonly time: RawBuilder<unknown>;
    /** Text that sorts by code points, however the database sorts other text. */
    readonly foldedText: RawBuilder<unknown>;
  };
  /** What stands behind a table's columns. */
  readonly tableEnd: RawBuilder<unknown>;
  /** Statements that make titles and descriptions searchable for any substring. */
  readonly searchIndex: readonly RawBuilder<unknown>[];
  /** The numbers of a JSON array, for `in`: one parameter, however many there are. */
  numbersOf(json: string): RawBuilder<number>;
  /** The ids of a JSON array, likewise. */
  idsOf(json: string | RawBuilder<unknown>): RawBuilder<string>;
  /** The rows that are aggregated as JSON: an array of objects of these columns, in the order of another. */
  jsonArrayOf(columns: Readonly<Record<string, string>>, order: string): RawBuilder<string>;
  /** The day of the moment that a column holds, in UTC, as in 2026-11-21. */
  dayOf(column: string): RawBuilder<string>;
  /** Whether a row that is about to be changed has to be locked, as other transactions are under way. */
  readonly locksRows: boolean;
  /** Statements with which a migration begins: one at a time, and as long as it takes. */
  readonly beforeMigrating: readonly RawBuilder<unknown>[];
  /** Statements that make a table refuse every change to a row that is there. */
  appendOnly(table: string): readonly RawBuilder<unknown>[];
  /** Refuses inserts into it that replace a row with the same `id`. */
  refuseReplacing(table: string): readonly RawBuilder<unknown>[];
  /** Statements in a transaction that notify every process when it commits. */
  readonly notifyCommit: readonly RawBuilder<unknown>[];
  /** What the database itself says of its tables' columns, in no order; engine-internal tables are left out. */
  readonly columns: RawBuilder<ColumnRow>;
  /** The indices that tables can do without while they are filled. */
  readonly indices: RawBuilder<IndexRow>;
  /** Statements that lock tables exclusively before they are filled, or fail at once. */
  holdTables(tables: readonly string[]): readonly RawBuilder<unknown>[];
  /** Statements that renew the planner's statistics of tables that were just filled. */
  afterFilling(tables: readonly string[]): readonly RawBuilder<unknown>[];
  readonly search: SearchEngine;
  /** Statements that make the index of `searchIndex` one that finds the shortest texts, where it does not. */
  readonly searchIndexForShortTexts: readonly RawBuilder<unknown>[];
  /** Statements that leave keeping that index to the end of each transaction, where it is dear to keep. */
  readonly searchIndexAtCommit: readonly RawBuilder<unknown>[];
  /** Keeps it in the midst of a transaction, for one that writes so much that its end would take long. */
  renewSearchIndex(tx: Tx): Promise<void>;
  failure(error: unknown): Failure | undefined;
}

/** Names and columns in turn, as functions that build JSON objects take them. */
function jsonPairs(columns: Readonly<Record<string, string>>) {
  return sql.join(Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), sql.ref(column)]));
}

const sqliteFailures: Record<number, Failure> = { 5: 'busy', 6: 'busy', 10: 'io', 13: 'full' };
const sqliteConstraints: Record<number, Failure> = { 787: 'reference', 1555: 'unique', 2067: 'unique' };

export const sqlite: Engine = {
  types: { uuid: sql`text`, time: sql`text`, foldedText: sql`text` },
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
  numbersOf: (json) => sql`(select value from json_each(${json}))`,
  idsOf: (json) => sql`(select value from json_each(${json}))`,
  jsonArrayOf: (columns, order) =>
    sql`json_group_array(json_object(${jsonPairs(columns)}) order by ${sql.ref(order)})`,
  dayOf: (column) => sql`substr(${sql.ref(column)}, 1, 10)`,
  // SQLite runs one writing transaction at a time.
  locksRows: false,
  beforeMigrating: [],
  appendOnly: (table) =>
    ['update', 'delete'].map(
      (
        verb,
      ) => sql`create trigger ${sql.id(`${table}_no_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)} begin
        select raise(abort, 'rows of this table are only added');
      end`,
    ),
  // REPLACE deletes without the triggers of DELETE, by the primary key as well as by the row's number.
  refuseReplacing: (table) => [
    sql`create trigger ${sql.id(`${table}_no_replace`)} before insert on ${sql.table(table)}
      when exists (select 1 from ${sql.table(table)} where id = new.id or rowid = new.rowid) begin
      select raise(abort, 'rows of this table are only added');
    end`,
  ],
  // One process serves the file and knows its own commits.
  notifyCommit: [],
  columns: sql`
    select t.name as "table", c.name as "column", c.pk as "key", f."table" as refers
    from pragma_table_list t join pragma_table_xinfo(t.name) c
    left join pragma_foreign_key_list(t.name) f on f."from" = c.name
    where t.schema = 'main' and t.type = 'table' and c.hidden = 0
      and t.name not like 'sqlite\\_%' escape '\\' and t.name <> 'bug_search_due'`,
  indices: sql`select name, sql as definition from sqlite_schema where type = 'index' and sql is not null`,
  // A transaction holds them all, and plans are made without statistics.
  holdTables: () => [],
  afterFilling: () => [],
  search: sqliteSearch,
  searchIndexForShortTexts,
  searchIndexAtCommit,
  renewSearchIndex,
  failure(error) {
    const code = codeOf(error, 'errcode');
    return typeof code === 'number' ? (sqliteConstraints[code] ?? sqliteFailures[code & 0xff]) : undefined;
  },
};

/** Any number will do that nothing else in this database locks: "katydid" in its first digits of a phone's keys. */
const migrationLock = 5_289_343;

/** The channel of NOTIFY on which each commit is signalled to every process. */
export const notificationChannel = 'katydid_changes';

const postgresFailures: Record<string, Failure> = {
  '23505': 'unique',
  '23503': 'reference',
  '40001': 'conflict',
  '40P01': 'conflict',
  // Statement and lock timeouts.
  '57014': 'busy',
  '55P03': 'busy',
  '53100': 'full',
  '58030': 'io',
  // Connected to a replica, or cut off for holding a transaction open.
  '25006': 'away',
  '25P03': 'away',
  // Neither the database nor its users are ever made or dropped by Katydid.
  '3D000': 'away',
};

/** The first two letters of a code are its class: connections, values it cannot take, who may connect, resources, shutting down. */
const postgresClasses: Record<string, Failure> = {
  '08': 'away',
  '22': 'invalid',
  '28': 'away',
  '53': 'busy',
  '57': 'away',
};

/** What the driver says, without a code, of a connection that is gone or a pool with none to give. */
const postgresGone =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded|Cannot use a pool after)/;
/** What the operating system calls its errors; not every one of them says in which call it came. */
const systemError = /^E(?!RR_)[A-Z_]+$/;

export const postgres: Engine = {
  types: { uuid: sql`uuid`, time: sql`timestamptz(3)`, foldedText: sql`text collate "C"` },
  tableEnd: sql``,
  searchIndex: [
    sql`create extension if not exists pg_trgm`,
    sql`create index bug_search_title on bugs using gin (title_fold gin_trgm_ops)`,
    sql`create index bug_search_description on bugs using gin (description_fold gin_trgm_ops)`,
  ],
  numbersOf: (json) => sql`(select value::integer from json_array_elements_text(cast(${json} as json)))`,
  idsOf: (json) => sql`(select value::uuid from json_array_elements_text(cast(${json} as json)))`,
  jsonArrayOf: (columns, order) =>
    sql`cast(coalesce(json_agg(json_build_object(${jsonPairs(columns)}) order by ${sql.ref(order)}), '[]') as text)`,
  dayOf: (column) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`,
  locksRows: true,
  beforeMigrating: [
    sql`set local statement_timeout = 0`,
    sql`set local lock_timeout = 0`,
    sql`set local idle_in_transaction_session_timeout = 0`,
    sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`,
  ],
  appendOnly: (table) => [
    sql`create function ${sql.id(`${table}_refuse`)}() returns trigger language plpgsql as
      $$ begin raise exception 'rows of this table are only added'; end $$`,
    sql`create trigger ${sql.id(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${sql.id(`${table}_refuse`)}()`,
  ],
  // What ON CONFLICT changes, it changes by an update, which is refused.
  refuseReplacing: () => [],
  notifyCommit: [sql`select pg_notify(${sql.lit(notificationChannel)}, '')`],
  columns: sql`
    select t.relname as "table", a.attname as "column", r.relname as refers,
      coalesce(array_position(k.conkey, a.attnum), 0) as "key"
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'
    left join pg_constraint f on f.conrelid = t.oid and f.contype = 'f' and a.attnum = any(f.conkey)
    left join pg_class r on r.oid = f.confrelid
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  indices: sql`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
  holdTables: (tables) =>
    tables.length === 0
      ? []
      : [sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in access exclusive mode nowait`],
  // Autovacuum analyzes them only minutes later.
  afterFilling: (tables) => [sql`analyze ${sql.join(tables.map((name) => sql.table(name)))}`],
  search: {
    async plan(_db, needle) {
      // What is shorter, the index cannot look up.
      const way = [...needle].length < trigram ? 'scan' : 'index';
      return { way, match: '', needle: `%${needle.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` };
    },
    source: () => sql`bugs`,
    contains: (needle) => sql`(bugs.title_fold like ${needle} or bugs.description_fold like ${needle})`,
  },
  searchIndexForShortTexts: [],
  searchIndexAtCommit: [],
  async renewSearchIndex() {},
  failure(error) {
    const code = codeOf(error, 'code');
    if (typeof code === 'string') {
      if (systemError.test(code)) return 'away';
      return postgresFailures[code] ?? postgresClasses[code.slice(0, 2)];
    }
    return error instanceof Error && postgresGone.test(error.message) ? 'away' : undefined;
  },
};

function codeOf(error: unknown, key: string): unknown {
  return error instanceof Error ? (error as unknown as Record<string, unknown>)[key] : undefined;
}

/** The engine that a database or a transaction runs on. */
export function engineOf(db: Db): Engine {
  const adapter: DialectAdapter & { engine?: Engine } = db.getExecutor().adapter;
  if (!adapter.engine) throw new Error('This database was not opened by openDatabase.');
  return adapter.engine;
}

/**
 * Kysely's adapter, with the engine. Kysely's own claims neither DDL in transactions, which SQLite can, nor a second
 * connection, which the driver has for reading.
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

/** Kysely's adapter, with the engine. */
export class KatydidPostgresAdapter extends PostgresAdapter {
  readonly engine = postgres;
}
