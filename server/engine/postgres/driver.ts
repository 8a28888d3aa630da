import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import pg from 'pg';
import type { NamedQuery } from '#server/engine/compiled.ts';
import { type ReadOptions, ReadRefused, ReadTooExpensive } from '#server/engine/store.ts';
import { FairSemaphore } from '#server/fair-queue.ts';
import { type BoundedClient, type BoundedPool, isUnknownStatement } from './pool.ts';

/**
 * Kysely's driver for PostgreSQL. Statements of a transaction are pipelined: each is sent without waiting for earlier
 * answers.
 */
export class PostgresDriver implements Driver {
  readonly #pool: BoundedPool;
  readonly #prepares: boolean;

  /** `prepares`: whether named statements are prepared. */
  constructor(pool: BoundedPool, { prepares }: { prepares: boolean }) {
    this.#pool = pool;
    this.#prepares = prepares;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#prepares);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    (connection as PostgresConnection).begin(settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PostgresConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PostgresConnection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PostgresConnection).release();
  }

  /** The pool is ended by its creator. */
  async destroy(): Promise<void> {}
}

/** Whether PostgreSQL refused a statement only because an earlier one in the transaction failed. */
export function isOfAbortedTransaction(error: unknown): boolean {
  return (error instanceof pg.DatabaseError && error.code === '25P02') || isUnknownStatement(error);
}

const counting = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** How many long-read statements of one user run at once, and how many of all users together may wait. */
const longReadLimits = { perKey: 2, maxWaiting: 1_000 };

/** The error code of a statement that PostgreSQL cancelled at its timeout. */
const cancelled = '57014';

/**
 * The driver of long reads: only a few run at once, and fewer per user, so that PostgreSQL has time for everyone else.
 * Statements wait in a queue that is fair between callers; a waiting statement whose signal is aborted is dropped.
 */
export class LongReadDriver implements Driver {
  readonly #pool: BoundedPool;
  readonly #prepares: boolean;
  readonly #semaphore: FairSemaphore;

  /** `concurrency` is how many statements run at once; `prepares`: whether named statements are prepared. */
  constructor(pool: BoundedPool, { concurrency, prepares }: { concurrency: number; prepares: boolean }) {
    this.#semaphore = new FairSemaphore({ ...longReadLimits, concurrency, full: () => new ReadRefused() });
    this.#pool = pool;
    this.#prepares = prepares;
  }

  /** How many statements wait. */
  get waiting(): number {
    return this.#semaphore.waiting;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async (query, { signal, caller = '' }: ReadOptions = {}) =>
        this.#semaphore.run(caller, async () => this.#run(query), signal),
      streamQuery: () => refuseStream(),
    };
  }

  /** @throws ReadTooExpensive */
  async #run<R>(query: NamedQuery): Promise<QueryResult<R>> {
    const connection = new PostgresConnection(await this.#pool.connect(), this.#prepares);
    try {
      return await connection.executeQuery(query);
    } catch (error) {
      const isTooExpensive = error instanceof pg.DatabaseError && error.code === cancelled;
      throw isTooExpensive ? new ReadTooExpensive({ cause: error }) : error;
    } finally {
      connection.release();
    }
  }

  async beginTransaction(): Promise<void> {
    throw new Error('This connection runs single statements only.');
  }
  commitTransaction = this.beginTransaction;
  rollbackTransaction = this.beginTransaction;

  async releaseConnection(): Promise<void> {}

  /** The pool is ended by its creator. */
  async destroy(): Promise<void> {}
}

function refuseStream(): never {
  throw new Error('Read in pages: an open portal cannot share a pipelined connection.');
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: BoundedClient;
  readonly #prepares: boolean;
  /** The answer to `begin` while it is pending, and afterwards only if it is an error. */
  #beginning: Promise<unknown> | undefined;
  /** Whether a statement is waiting for that answer: later ones must wait as well. */
  #isHeldUp = false;
  #mustClose = false;

  constructor(client: BoundedClient, prepares: boolean) {
    this.#client = client;
    this.#prepares = prepares;
  }

  /** Begins a transaction. The answer is awaited before the first statement that changes anything. */
  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const settings = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
    this.#isHeldUp = false;
    this.#beginning = this.#client.query(['start transaction', settings.join(', ')].join(' '), []);
    this.#beginning.then(
      () => (this.#beginning = undefined),
      () => {},
    );
  }

  /** @throws Error if an earlier statement failed, as PostgreSQL then rolls back */
  async commit(): Promise<void> {
    await this.#beginning;
    const { command } = await this.#client.query('commit', []);
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back, as a statement of it has failed');
  }

  async rollback(): Promise<void> {
    // A statement still waiting for it would be sent after the rollback and committed on its own.
    await this.#beginning?.catch(() => {});
    this.#beginning = undefined;
    try {
      await this.#client.query('rollback', []);
    } catch (error) {
      this.#mustClose = true;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#mustClose);
  }

  async executeQuery<R>({ sql, parameters, query, name }: NamedQuery): Promise<QueryResult<R>> {
    // Without a transaction, a read is harmless, but a write would be committed on its own.
    this.#isHeldUp ||= this.#beginning !== undefined && query.kind !== 'SelectQueryNode';
    if (this.#beginning && this.#isHeldUp) await this.#beginning;
    const { command, rowCount, rows } = await this.#client.query<R>(
      sql,
      parameters,
      this.#prepares ? name : undefined,
    );
    return { rows, ...(counting.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    return refuseStream();
  }
}
