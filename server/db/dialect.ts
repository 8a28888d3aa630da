import { type Compilable, type DialectAdapter, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './schema.ts';
import type { SearchEngine } from './search.ts';

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
  table: string;
  definition: string;
}

/** The number of a new bug, and its moment. */
export interface NewNumber {
  number: number;
  at: string;
}

/** Where the engines differ: each difference once, under a name for its reason. */
export interface Engine {
  readonly types: {
    readonly uuid: RawBuilder<unknown>;
    readonly time: RawBuilder<unknown>;
    /** Text that sorts by code points, however the database sorts other text. */
    readonly foldedText: RawBuilder<unknown>;
    /** An integer of up to 53 bits, which drivers hand over as a number. */
    readonly bigInteger: RawBuilder<unknown>;
    /** A number with a fraction, of 15 digits at least. */
    readonly decimal: RawBuilder<unknown>;
    /** A number that counts up by itself. */
    readonly position: RawBuilder<unknown>;
  };
  /** The options behind a table's columns. */
  readonly tableEnd: RawBuilder<unknown>;
  /** Statements that make titles and descriptions searchable for any substring. */
  readonly searchIndex: readonly RawBuilder<unknown>[];
  /** Whether a column holds one of the values of a JSON array: one parameter, however many there are. */
  isAmong(
    column: string,
    json: string | RawBuilder<unknown>,
    type: 'integer' | 'text' | 'uuid',
  ): RawBuilder<boolean>;
  /** The rows that are aggregated as JSON: an array of objects of these columns, in the order of another. */
  jsonArrayOf(columns: Readonly<Record<string, string>>, order: string): RawBuilder<string>;
  /** A JSON array of changes of fields, without what the field of this name was changed from and to. */
  changesWithout(column: string, field: string): RawBuilder<string>;
  /** The day of the moment that a column holds, in UTC, as in 2026-11-21. */
  dayOf(column: string): RawBuilder<string>;
  /** Whether other transactions write at the same time: rows that are about to be changed have to be locked. */
  readonly transactionsOverlap: boolean;
  /** Lets transactions which add relations of bugs run one at a time, where they overlap. It is taken before any row is locked. */
  readonly relationsLock?: RawBuilder<unknown>;
  /** Statements that take it when rows are locked already: they do not wait, but have the transaction retried. */
  readonly holdRelationsAtOnce: readonly RawBuilder<unknown>[];
  /** Which row of a count the transaction adds to, so that two that overlap seldom wait for each other. */
  readonly shard: RawBuilder<number>;
  /** How many rows a count has at most, of which it is the sum. */
  readonly shards: number;
  /** Statements that create the source of numbers of `nextBug`. */
  readonly bugNumbers: readonly RawBuilder<unknown>[];
  /** Statements that make it continue behind the stored bugs and the stored counter. */
  readonly resetBugNumbers: readonly RawBuilder<unknown>[];
  /** Takes the next bug's number, with the later of `now` and the moment of the number before it. */
  nextBug(tx: Tx, now: string): Compilable<NewNumber>;
  /** Takes the numbers of many bugs, in ascending order. */
  nextNumbers(tx: Tx, count: number): Promise<number[]>;
  /** Statements that let no other transaction order cards before this one ends. */
  readonly holdCardOrder: readonly RawBuilder<unknown>[];
  /** Statements that let transactions which count views, and then add or share one, run one at a time. */
  readonly holdViews: readonly RawBuilder<unknown>[];
  /** Statements with which a migration begins: one at a time, and as long as it takes. */
  readonly beforeMigrating: readonly RawBuilder<unknown>[];
  /** Statements that make a table refuse every change of an existing row. */
  appendOnly(table: string): readonly RawBuilder<unknown>[];
  /** Refuses inserts into it that replace a row with the same `id`. */
  refuseReplacing(table: string): readonly RawBuilder<unknown>[];
  /** Statements in a transaction that notify every process when it commits. */
  readonly notifyCommit: readonly RawBuilder<unknown>[];
  /** The columns of all tables, from the database's catalogue, in no order; engine-internal tables are left out. */
  readonly columns: RawBuilder<ColumnRow>;
  /** The indices that tables can do without while they are filled. */
  readonly indices: RawBuilder<IndexRow>;
  /** Statements that lock tables exclusively before they are filled, or fail at once. */
  holdTables(tables: readonly string[]): readonly RawBuilder<unknown>[];
  /** Statements before many rows are inserted in one transaction, which make that quicker. */
  readonly beforeFilling: readonly RawBuilder<unknown>[];
  /** Statements after it: they take that back, and renew the planner's statistics of the tables. */
  afterFilling(tables: readonly string[]): readonly RawBuilder<unknown>[];
  readonly search: SearchEngine;
  /** Statements that make the index of `searchIndex` one that finds the shortest texts, where it does not. */
  readonly searchIndexForShortTexts: readonly RawBuilder<unknown>[];
  /** Statements that leave keeping that index to the end of each transaction, where it is dear to keep. */
  readonly searchIndexAtCommit: readonly RawBuilder<unknown>[];
  /** Statements that make the folded bodies of comments searchable. */
  readonly commentSearch: readonly RawBuilder<unknown>[];
  /** Statements that bound what a search reads of the texts that were added since the index was last merged. */
  readonly searchIndexBounded: readonly RawBuilder<unknown>[];
  /** Statements that let descriptions have 400,000 code points, where the schema allowed 80,000. */
  readonly longerDescriptions: readonly RawBuilder<unknown>[];
  /** Keeps it in the midst of a transaction, for one that writes so much that its end would take long. */
  renewSearchIndex(tx: Tx): Promise<void>;
  failure(error: unknown): Failure | undefined;
}

/** Names and columns in turn, as functions that build JSON objects take them. */
export function jsonPairs(columns: Readonly<Record<string, string>>) {
  return sql.join(Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), sql.ref(column)]));
}

/** The property of an error of a driver that holds its code. */
export function codeOf(error: unknown, key: string): unknown {
  return error instanceof Error ? (error as unknown as Record<string, unknown>)[key] : undefined;
}

/** The engine that a database or a transaction runs on. */
export function engineOf(db: Db): Engine {
  const adapter: DialectAdapter & { engine?: Engine } = db.getExecutor().adapter;
  if (!adapter.engine) throw new Error('This database was not opened by openDatabase.');
  return adapter.engine;
}
