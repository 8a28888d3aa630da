import { PostgresAdapter, sql } from 'kysely';
import { type Engine, type Failure, type NewNumber, codeOf, jsonPairs } from '#server/engine/dialect.ts';
import { longestTerm, maxComparedBy, mostAmong, trigram } from '#server/engine/search.ts';
import type { Db } from '#server/engine/schema.ts';

/** An arbitrary key that nothing else in this database locks: the first digits of "katydid" on a phone keypad. */
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
  // Katydid creates and drops neither databases nor database users.
  '3D000': 'away',
};

/** The first two letters of a code are its class: connection, data, authorisation, resources, shutdown. */
const postgresClasses: Record<string, Failure> = {
  '08': 'away',
  '22': 'invalid',
  '28': 'away',
  '53': 'busy',
  '57': 'away',
};

/** The driver's messages, without a code, for a lost connection or an exhausted pool. */
const postgresGone =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded|Cannot use a pool after)/;
/** The codes of the operating system's errors; not every error has its system call. */
const systemError = /^E(?!RR_)[A-Z_]+$/;

/** High enough that few connections of an instance share a shard; reading a count sums this many rows. */
const shards = 64;

const searchedColumns = ['title', 'description'];

export const postgres: Engine = {
  name: 'postgres',
  types: { uuid: sql`uuid`, time: sql`timestamptz(3)` },
  // With an array, PostgreSQL looks the values up in the column's index; with a join, it might read the whole table.
  isAmong: (column, json, type) =>
    sql`${sql.ref(column)} = any (array(
      select cast(value as ${sql.raw(type)}) from json_array_elements_text(cast(${json} as json))))`,
  rowsIn(json, columns) {
    const each = Object.entries(columns).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`);
    return sql`(select * from json_to_recordset(cast(${json} as json)) as given (${sql.join(each)}))`;
  },
  jsonArrayOf: (columns, order) =>
    sql`cast(coalesce(json_agg(json_build_object(${jsonPairs(columns)}) order by ${sql.ref(order)}), '[]') as text)`,
  changesWithout: (column, field) =>
    sql`(select cast(json_agg(case when change ->> 'field' = ${sql.lit(field)}
        then json_build_object('field', cast(${sql.lit(field)} as text)) else change end order by place) as text)
      from json_array_elements(cast(${sql.ref(column)} as json)) with ordinality as changes (change, place))`,
  transactionsOverlap: true,
  relationsLock: sql`pg_advisory_xact_lock(${sql.lit(migrationLock)}, 3)`,
  holdRelationsAtOnce: [
    sql`do $$ begin
      if not pg_try_advisory_xact_lock(${sql.lit(migrationLock)}, 3) then
        raise exception 'another transaction relates bugs' using errcode = 'serialization_failure';
      end if;
    end $$`,
  ],
  shard: sql`mod(pg_backend_pid(), ${sql.lit(shards)})`,
  shards,
  // Numbers come from a sequence, so no transaction waits for another one's commit.
  resetBugNumbers: [
    sql`select setval('bug_numbers', greatest(value, 1), value > 0) from counters where name = 'bugs'`,
    sql`select setval('bug_times', greatest(1, floor(extract(epoch from created_at) * 1000)::bigint))
      from bugs order by number desc limit 1`,
  ],
  nextBug: (tx, now) =>
    tx.selectFrom(sql<NewNumber>`next_bug(${now})`.as('next')).select(['next.number', 'next.at']),
  async nextNumbers(tx, count) {
    const taken = sql<{ number: number }>`
      select cast(nextval('bug_numbers') as integer) as number from generate_series(1, cast(${count} as integer)) order by 1`;
    return (await taken.execute(tx)).rows.map(({ number }) => number);
  },
  holdCardOrder: [sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)}, 2)`],
  holdViews: [sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)}, 4)`],
  beforeMigrating: [
    sql`set local statement_timeout = 0`,
    sql`set local lock_timeout = 0`,
    sql`set local idle_in_transaction_session_timeout = 0`,
    sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`,
  ],
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
  // Autovacuum analyzes the tables only minutes later.
  afterFilling: (tables) => [sql`analyze ${sql.join(tables.map((name) => sql.table(name)))}`],
  withoutSearchIndex: searchedColumns.map(
    (column) => sql`drop index if exists ${sql.id(`bug_search_${column}`)}`,
  ),
  withSearchIndex: searchedColumns.map(
    (column) => sql`create index if not exists ${sql.id(`bug_search_${column}`)}
      on bugs using gin (${sql.id(`${column}_fold`)} gin_trgm_ops) with (gin_pending_list_limit = 256)`,
  ),
  search: {
    async plan(db, terms, { inComments }) {
      const isLong = (term: string) => [...term].length >= trigram;
      const needles = terms.map(patternOf);
      if (!inComments) {
        if (terms.some(isLong)) return { way: 'index', match: '', needles };
        const numbers = await bugsWithPair(db, terms);
        return { way: 'scan', match: '', needles, ...(numbers && { among: numbers }) };
      }
      const among = await bugsWithTerm(db, longestTerm(terms));
      return { way: 'scan', match: '', needles, ...(among && { among }) };
    },
    source: () => sql`bugs`,
    async numbersWith(db, sets, { most, among }) {
      if (sets.length === 0) return [];
      const rest =
        among === undefined
          ? sql``
          : sql`and number > (select max(number) from bugs) - ${among} order by number desc`;
      // Planned for the actual values, because the best plan depends on how common a text is.
      const selects = sets.map((set, place) => {
        const each = set
          .map(patternOf)
          .map((pattern) => sql`(title_fold like ${pattern} or description_fold like ${pattern})`);
        return sql`select cast(${sql.lit(place)} as integer) as place, array_to_json(array(
          select number from bugs where ${sql.join(each, sql` and `)}
          ${rest} limit ${most})) as numbers`;
      });
      const found = sql<{
        place: number;
        numbers: number[];
      }>`${sql.join(selects, sql` union all `)} order by place`;
      return (await found.execute(db)).rows.map(({ numbers }) => numbers);
    },
    contains(needle, inComments = false) {
      const own = sql<boolean>`bugs.title_fold like ${needle} or bugs.description_fold like ${needle}`;
      if (!inComments) return sql<boolean>`(${own})`;
      return sql<boolean>`(${own} or exists (
        select 1 from comments where comments.bug_id = bugs.id and comments.body_fold like ${needle}))`;
    },
    containsExactly(phrase, inComments) {
      const marked = (column: string) =>
        sql`coalesce(${sql.ref(`${column}_marked`)}, ${sql.ref(`${column}_fold`)}) like ${phrase}`;
      const own = sql<boolean>`${marked('bugs.title')} or ${marked('bugs.description')}`;
      if (!inComments) return sql<boolean>`(${own})`;
      return sql<boolean>`(${own} or exists (
        select 1 from comments where comments.bug_id = bugs.id and ${marked('comments.body')}))`;
    },
    columnContains: (column, needle) => sql<boolean>`${sql.ref(column)} like ${needle}`,
    numbers({ needles }) {
      const each = needles.map(
        (needle) => sql`(title_fold like ${needle} or description_fold like ${needle})`,
      );
      return sql`select number from bugs where ${sql.join(each, sql` and `)}`;
    },
    needleOf: patternOf,
    // Other requests do not wait for a long statement, but the same user's next statement and the deadline do.
    maxCompared: maxComparedBy(2),
    boundsIndex: false,
  },
  failure(error) {
    const code = codeOf(error, 'code');
    if (typeof code === 'string') {
      if (systemError.test(code)) return 'away';
      return postgresFailures[code] ?? postgresClasses[code.slice(0, 2)];
    }
    return error instanceof Error && postgresGone.test(error.message) ? 'away' : undefined;
  },
};

function patternOf(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** A pair of characters is common if `common` of the `bugs` newest bugs contain it, or more than `most` of all. */
const pairs = { bugs: 2_000, common: 5, most: 2_000 };

/**
 * The numbers of the bugs that contain the first text of two characters. Undefined if there is no such text, or if it
 * is common: then comparing bugs soon finds enough of them.
 */
async function bugsWithPair(db: Db, terms: readonly string[]): Promise<number[] | undefined> {
  const pair = terms.find((term) => [...term].length === 2);
  if (pair === undefined) return undefined;
  const pattern = patternOf(pair);
  const { rows } = await sql<{ numbers: number[] | null }>`
    select case when (
      select count(*) from (
        select 1 from (select title_fold, description_fold from bugs order by number desc limit ${pairs.bugs}) newest
        where title_fold like ${pattern} or description_fold like ${pattern} limit ${pairs.common}) found
    ) < ${pairs.common} then bugs_with_pair(${pair}, ${pairs.most}) end as numbers`.execute(db);
  return rows[0]?.numbers ?? undefined;
}

/** The numbers of the bugs that contain the text, in a comment or elsewhere; undefined if there are many. */
async function bugsWithTerm(db: Db, term: string | undefined): Promise<number[] | undefined> {
  if (term === undefined) return undefined;
  const pattern = patternOf(term);
  const { rows } = await sql<{ number: number }>`
    select number from bugs where title_fold like ${pattern} or description_fold like ${pattern}
    union all
    select bugs.number from comments join bugs on bugs.id = comments.bug_id where comments.body_fold like ${pattern}
    limit ${mostAmong + 1}`.execute(db);
  return rows.length > mostAmong ? undefined : [...new Set(rows.map(({ number }) => number))];
}

/** Kysely's adapter, with the engine. */
export class KatydidPostgresAdapter extends PostgresAdapter {
  readonly engine = postgres;
}
