import { type Compilable, type DialectAdapter, type RawBuilder, sql } from 'kysely';
import type { Range } from '#contract/query/bind.ts';
import type { Db, Tx } from './schema.ts';
import type { SearchEngine } from './search.ts';

/** Why a database refused a statement or failed, by the same names on each engine. */
export type Failure =
  /** A unique constraint is violated. */
  | 'unique'
  /** A foreign key constraint is violated. */
  | 'reference'
  /** A value that the engine cannot store, although the schema accepts it. */
  | 'invalid'
  /** A deadlock or a serialization failure: a retry of the transaction may succeed. */
  | 'conflict'
  /** The database cannot answer in time. */
  | 'busy'
  /** It cannot be reached, or the connection was lost. */
  | 'away'
  /** Its disk is full. */
  | 'full'
  /** Its disk fails. */
  | 'io';

/** A column as the database describes it. */
interface ColumnRow {
  table: string;
  column: string;
  /** Its position in the primary key, from 1; 0 if it is not part of it. */
  key: number;
  /** The referenced table, if it is a foreign key. */
  refers: string | null;
}

/** An index that no constraint needs, and the statement that creates it. */
interface IndexRow {
  name: string;
  table: string;
  definition: string;
}

/** The number and time of a new bug. */
export interface NewNumber {
  number: number;
  at: string;
}

/** The differences between the engines, each named for its reason. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly types: { readonly uuid: RawBuilder<unknown>; readonly time: RawBuilder<unknown> };
  /** Whether a column equals one of the values of a JSON array, which is a single parameter. */
  isAmong(
    column: string,
    json: string | RawBuilder<unknown>,
    type: 'integer' | 'text' | 'uuid',
  ): RawBuilder<boolean>;
  /** The objects of a JSON array as rows, with columns of these names and types. */
  rowsIn(json: string, columns: Readonly<Record<string, 'integer' | 'text' | 'uuid'>>): RawBuilder<unknown>;
  /** The aggregated rows as JSON: an array of objects with these columns, ordered by another one. */
  jsonArrayOf(columns: Readonly<Record<string, string>>, order: string): RawBuilder<string>;
  /** A JSON array of field changes, without the old and new values of the named field. */
  changesWithout(column: string, field: string): RawBuilder<string>;
  /** Whether other transactions write at the same time: rows must be locked before they are changed. */
  readonly transactionsOverlap: boolean;
  /** Serialises transactions that relate bugs, where transactions overlap. Taken before any row is locked. */
  readonly relationsLock?: RawBuilder<unknown>;
  /** Statements that take `relationsLock` once rows are locked: instead of waiting, they make the transaction retry. */
  readonly holdRelationsAtOnce: readonly RawBuilder<unknown>[];
  /** The shard of a count that the transaction updates, so that overlapping transactions seldom wait for each other. */
  readonly shard: RawBuilder<number>;
  /** The maximum number of rows (shards) that add up to a count. */
  readonly shards: number;
  /** Statements that make bug numbers continue after the stored bugs and the stored counter. */
  readonly resetBugNumbers: readonly RawBuilder<unknown>[];
  /** Takes the next bug number; its time is the later of `now` and the time of the previous number. */
  nextBug(tx: Tx, now: string): Compilable<NewNumber>;
  /** Takes the numbers of many bugs, in ascending order. */
  nextNumbers(tx: Tx, count: number): Promise<number[]>;
  /** Statements that keep other transactions from ordering cards until this one ends. */
  readonly holdCardOrder: readonly RawBuilder<unknown>[];
  /** Statements that serialise transactions that count views and then add or share one. */
  readonly holdViews: readonly RawBuilder<unknown>[];
  /** Statements at the start of a migration, which let one migration run at a time, without a time limit. */
  readonly beforeMigrating: readonly RawBuilder<unknown>[];
  /** Statements in a transaction that notify every process when it commits. */
  readonly notifyCommit: readonly RawBuilder<unknown>[];
  /** The columns of all tables but engine-internal ones, from the database's catalogue, in no particular order. */
  readonly columns: RawBuilder<ColumnRow>;
  /** The indices that tables do not need while they are filled. */
  readonly indices: RawBuilder<IndexRow>;
  /** Statements that lock tables exclusively before they are filled, or fail at once. */
  holdTables(tables: readonly string[]): readonly RawBuilder<unknown>[];
  /** Statements before a bulk insert in one transaction, to speed it up. */
  readonly beforeFilling: readonly RawBuilder<unknown>[];
  /** Statements after it: they restore the settings and update the planner's statistics of the tables. */
  afterFilling(tables: readonly string[]): readonly RawBuilder<unknown>[];
  /** Statements before the texts of many bugs change: they drop the search index, because a rebuild is faster. */
  readonly withoutSearchIndex: readonly RawBuilder<unknown>[];
  /** Statements that create the search index again if it is missing. */
  readonly withSearchIndex: readonly RawBuilder<unknown>[];
  readonly search: SearchEngine;
  failure(error: unknown): Failure | undefined;
}

/** Alternating names and columns: the arguments of the functions that build JSON objects. */
export function jsonPairs(columns: Readonly<Record<string, string>>) {
  return sql.join(Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), sql.ref(column)]));
}

/** Whether the value of an expression is in the range. */
export function isWithin(
  expression: RawBuilder<unknown>,
  { least, most, above, below }: Range<string | number>,
): RawBuilder<boolean> {
  const bounds = [
    least !== undefined && sql`${expression} >= ${least}`,
    most !== undefined && sql`${expression} <= ${most}`,
    above !== undefined && sql`${expression} > ${above}`,
    below !== undefined && sql`${expression} < ${below}`,
  ].filter((bound) => bound !== false);
  return sql<boolean>`(${sql.join(bounds, sql` and `)})`;
}

/** The property of a driver's error that holds its code. */
export function codeOf(error: unknown, key: string): unknown {
  return error instanceof Error ? (error as unknown as Record<string, unknown>)[key] : undefined;
}

/** The engine of a database or transaction. */
export function engineOf(db: Db): Engine {
  const adapter: DialectAdapter & { engine?: Engine } = db.getExecutor().adapter;
  if (!adapter.engine) throw new Error('This database was not opened by openDatabase.');
  return adapter.engine;
}
