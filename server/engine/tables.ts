import { sql } from 'kysely';
import { asReleases } from '#server/engine/migrations/0.2/release.ts';
import { engineOf } from './dialect.ts';
import type { Db, Tx } from './schema.ts';

/** A table as the database itself describes it. */
export interface Table {
  readonly name: string;
  /** In alphabetical order, so that two databases agree on it. */
  readonly columns: readonly string[];
  /** The columns of its primary key, in their order there. */
  readonly key: readonly string[];
  /** The tables that its rows refer to. */
  readonly refersTo: readonly string[];
}

/** A row of any table: the values of its columns. */
export type Row = Record<string, unknown>;

/** Every table of the database except the engine's own and those that record migrations. */
export async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await engineOf(db).columns.execute(db);
  const own = rows.filter(({ table }) => !table.startsWith('kysely_migration'));
  const byTable = Map.groupBy(own, ({ table }) => table);
  return [...byTable].map(([name, columns]) => ({
    name,
    columns: [...new Set(columns.map(({ column }) => column))].toSorted(),
    key: [
      ...new Set(
        columns
          .filter(({ key }) => key > 0)
          .toSorted((a, b) => a.key - b.key)
          .map(({ column }) => column),
      ),
    ],
    refersTo: columns.map(({ refers }) => refers).filter((refers) => refers !== null),
  }));
}

/** The applied migrations, as this program names them; none if the database is not Katydid's. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows: columns } = await engineOf(db).columns.execute(db);
  if (!columns.some(({ table }) => table === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return asReleases(rows.map(({ name }) => name));
}

/** The tables in an order in which they can be filled: a table that others refer to comes before them. */
export function inOrderOfReference(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let rest = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const next = rest.filter(({ name, refersTo }) =>
      refersTo.every((other) => other === name || !waiting.has(other)),
    );
    if (next.length === 0) throw new Error(`Tables refer to each other: ${[...waiting].join(', ')}`);
    ordered.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** Some rows of a table. */
export interface Batch {
  readonly table: Table;
  readonly rows: readonly Row[];
}

/** Tables with rows so long that a hundred can exceed the maximum length of a string. */
const batches = new Map([
  ['incoming_mails', 1],
  ['mailed_texts', 10],
  ['original_mails', 10],
]);

/** How many rows of a table are in memory at a time. The longest possible ones take some 60 MB. */
export function batchOf({ name }: Table): number {
  return batches.get(name) ?? 100;
}

/** All rows of the table in the order of its primary key, some at a time. */
export async function* rowsOf(db: Db, table: Table): AsyncGenerator<Row[]> {
  const { name, columns, key } = table;
  const batch = batchOf(table);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key, by which it could be read`);
  const order = list(key);
  let last: Row | undefined;
  do {
    const behind = last && sql`where (${order}) > (${sql.join(key.map((column) => last?.[column]))})`;
    const { rows } = await sql<Row>`
      select ${list(columns)} from ${sql.table(name)} ${behind ?? sql``} order by ${order} limit ${batch}
    `.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.length < batch ? undefined : rows.at(-1);
  } while (last);
}

/** All rows of the tables, one table after another. */
export async function* batchesOf(db: Db, tables: readonly Table[]): AsyncGenerator<Batch> {
  for (const table of tables) for await (const rows of rowsOf(db, table)) yield { table, rows };
}

/** The total number of rows in the tables. */
export async function countRows(db: Db, tables: readonly Table[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    const counting = sql<{ n: number | string }>`select count(*) as n from ${sql.table(name)}`;
    total += Number((await counting.execute(db)).rows[0]?.n);
  }
  return total;
}

/** Whether the table has a row that meets the condition. */
async function hasRows(db: Db, { name }: Table, condition = sql`true`): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} where ${condition} limit 1`.execute(db);
  return rows.length > 0;
}

const jobTables = new Set(['jobs', 'job_holds']);

/**
 * Which of the tables hold users' data. Counters begin at zero, and a server adds its recurring jobs when it starts;
 * all other tables begin empty.
 */
export async function tablesInUse(db: Db, tables: readonly Table[]): Promise<Table[]> {
  const used = [];
  for (const table of tables.filter(({ name }) => !jobTables.has(name))) {
    const isUsed = table.name === 'counters' ? sql`value > 0` : sql`true`;
    if (await hasRows(db, table, isUsed)) used.push(table);
  }
  return used;
}

/** Deletes all rows. Sends no statement if there are none, as some tables refuse deletions. */
export async function clear(tx: Tx, table: Table): Promise<void> {
  if (await hasRows(tx, table)) await sql`delete from ${sql.table(table.name)}`.execute(tx);
}

export async function insertRows(tx: Tx, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`insert into ${sql.table(name)} (${list(columns)}) values ${sql.join(values)}`.execute(tx);
}

function list(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}
