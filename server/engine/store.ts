import type { Db } from './schema.ts';
import type { Work } from './transaction.ts';

/** The state of a database's connection pool. */
interface Connections {
  inUse: number;
  idle: number;
  /** How many callers wait for one. On SQLite these are writers; reads never wait. */
  waiting: number;
}

/** The options of a long read. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** The caller, used where reads wait in a queue that is fair between callers. */
  readonly caller?: string | undefined;
}

/** A read is refused because too many are waiting. */
export class ReadRefused extends Error {
  /** SQLite's and PostgreSQL's own codes for "busy", which classify the refusal. */
  readonly errcode = 5;
  readonly code = '53300';

  constructor() {
    super('Too many reads wait');
  }
}

/** A statement of a long read exceeded its time limit. */
export class ReadTooExpensive extends Error {
  constructor(options: ErrorOptions) {
    super('A statement took too long', options);
  }
}

/** Runs a unit of work in a transaction. */
type Write = <T>(work: Work<T>) => Promise<T>;

/** An open database: `db` reads, and `write` runs atomic transactions. */
export interface Store {
  readonly db: Db;
  /**
   * For reads whose time grows with the data, such as searches: on SQLite they run on a separate thread, as they would
   * block this one; on PostgreSQL on a few separate connections. They see what was committed when they begin.
   */
  readonly longReads: Db;
  /**
   * Runs `work` in one transaction and commits it; if `work` throws, everything is rolled back. After a deadlock or
   * serialization failure, `work` is retried from the start.
   */
  write: Write;
  /** Like `write`, for bulk work: no statement has a timeout. */
  bulkWrite: Write;
  /**
   * Runs `work`, which may take long, on a snapshot of the database: it does not see concurrent writes. On SQLite,
   * writes by others wait.
   */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Like `snapshot`, but read-only: on both engines, writes by others proceed. */
  readSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Copies the committed data to a file that is empty or does not exist. Undefined unless the database is a file. */
  readonly copyFile?: (path: string) => void;
  /** A number that grows with every commit, by this or another program. Undefined if it cannot be read at once. */
  readonly version?: () => number;
  /** Usage of PostgreSQL's pool, or of SQLite's single writer. */
  connections(): Connections;
  /** Numbers every committed change now; without a call, each is numbered soon after its commit. */
  numberChanges(): Promise<void>;
  /** Calls back soon after a possible commit, by this or another process. */
  onCommit(listener: () => void): void;
  /** The database's address for messages, without a password. */
  readonly location: string;
  close(): Promise<void>;
}

/** Connections to PostgreSQL by default: three instances stay below its limit of 100. */
export const defaultConnections = 30;

export interface OpenOptions {
  /** For a server: a second one on the same SQLite file is refused. Command-line tools may run beside it. */
  exclusive: boolean;
  /** Refuses a missing SQLite file instead of creating it. */
  existing?: boolean;
  /** How many connections to PostgreSQL may be open at a time, besides one that listens. */
  connections?: number;
  /** Whether frequent statements are prepared per connection to PostgreSQL. Only servers repeat them often enough. */
  preparesStatements?: boolean;
  /** Called with errors of connections outside of any request. */
  onFault?: (error: Error) => void;
  /** Called with a line for the operator about something that works but should be fixed. */
  onWarning?: (line: string) => void;
}
