import type { Db } from './schema.ts';
import type { Work } from './transaction.ts';

/** The state of a database's connection pool. */
interface Connections {
  inUse: number;
  idle: number;
  /** How many callers wait for one. On SQLite these are writers; reads never wait. */
  waiting: number;
}

interface WriteOptions {
  /**
   * Whether the work may share a transaction with other such work (group commit): it only adds rows, and reads none that
   * such work adds. It may be run again if another one of the transaction fails. By default it does not.
   */
  sharesCommit?: boolean;
}

/** The options of a long read. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** In whose name it waits, where reads wait for each other. */
  readonly caller?: string | undefined;
}

/** A read is refused, as too many wait. */
export class ReadRefused extends Error {
  /** SQLite's and PostgreSQL's own codes for "busy", which classify the refusal. */
  readonly errcode = 5;
  readonly code = '53300';

  constructor() {
    super('Too many reads wait');
  }
}

/** A statement of a long read took longer than one may. */
export class ReadTooExpensive extends Error {
  constructor(options: ErrorOptions) {
    super('A statement took too long', options);
  }
}

/** Runs a unit of work in a transaction. */
type Write = <T>(work: Work<T>, options?: WriteOptions) => Promise<T>;

/** An open database: `db` reads, and `write` runs atomic transactions. */
export interface Store {
  readonly db: Db;
  /**
   * For reads whose time grows with what is stored, such as searches: on SQLite they run on a thread of their own, as
   * they would stop this one, on PostgreSQL on a few connections of their own. They see what is committed when they begin.
   */
  readonly longReads: Db;
  /**
   * Runs `work` in one transaction and commits it; when `work` throws, nothing of it stays.
   * After a deadlock or serialization failure, `work` is retried from its start.
   */
  write: Write;
  /** The same for bulk work: no statement has a timeout. */
  bulkWrite: Write;
  /**
   * Runs `work`, which may take long, on one state of the database: what others write meanwhile is not in it. On
   * SQLite, their writes wait.
   */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same, read-only; on both engines, writes by others proceed meanwhile. */
  readSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Where the database is a file: copies what is committed to one of its own, which is empty or not there yet. */
  readonly copyFile?: (path: string) => void;
  /** A number that has grown after every commit, of this or another program; not where that is not known at once. */
  readonly version?: () => number;
  /** Its connections: a PostgreSQL's, or the one of a SQLite file that writes. */
  connections(): Connections;
  /** Gives every change that is committed its number; without it they get theirs soon after the commit. */
  numberChanges(): Promise<void>;
  /** Calls back, soon, whenever something may have been committed, here or by another process. */
  onCommit(listener: () => void): void;
  /** Where the data is, for people; without a password. */
  readonly location: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** A server: a second one for the same SQLite file is refused. Command-line tools may work beside it. */
  exclusive: boolean;
  /** Refuses a SQLite file that is not there, instead of making one. */
  existing?: boolean;
  /** How many connections to PostgreSQL may be open at a time, besides one that listens. */
  connections?: number;
  /** Whether frequent statements are prepared on each connection to PostgreSQL. Only servers repeat them often enough. */
  preparesStatements?: boolean;
  /** Called with errors of connections outside of any request. */
  onFault?: (error: Error) => void;
  /** Called with a line for the operator about something that works and should be mended. */
  onWarning?: (line: string) => void;
}
