import { PostgresAdapter, sql } from 'kysely';
import { type Engine, type Failure, codeOf, jsonPairs } from '#server/db/dialect.ts';
import { trigram } from '#server/db/search.ts';

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
    select c.relname as name, t.relname as "table", pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
  holdTables: (tables) =>
    tables.length === 0
      ? []
      : [sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in access exclusive mode nowait`],
  beforeFilling: [],
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

/** Kysely's adapter, with the engine. */
export class KatydidPostgresAdapter extends PostgresAdapter {
  readonly engine = postgres;
}
