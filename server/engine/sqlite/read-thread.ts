import { Worker } from 'node:worker_threads';
import type { DatabaseConnection, Driver, QueryResult } from 'kysely';
import { FairQueue } from '#server/fair-queue.ts';
import { type ReadOptions, ReadRefused } from '#server/engine/store.ts';

/** A statement for the worker, and its result. */
export interface ReadRequest {
  sql: string;
  parameters: readonly unknown[];
}
export type ReadReply = { rows: object[] } | { error: { message: string; errcode: number | undefined } };

interface Task extends ReadRequest {
  signal: AbortSignal | undefined;
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/** The maximum number of waiting statements. */
const maxWaiting = 1_000;

/**
 * A worker thread with a read-only connection, for statements that may take long: SQLite runs synchronously and cannot
 * be interrupted, so on the main thread such a statement would block everything else. The queue is in the main thread,
 * so that a waiting statement whose signal is aborted is dropped; it is fair between callers.
 */
export class SqliteReadThread implements Driver {
  readonly #path: string;
  #worker: Worker | undefined;
  readonly #queue = new FairQueue<Task>();
  #running: Task | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Runs the statement after the caller's earlier ones, in turn with those of other callers. Rejects with the signal's
   * reason if the signal is aborted first. If too many statements wait, one of the caller with the most is refused.
   */
  run(
    sql: string,
    parameters: readonly unknown[],
    { signal, caller = '' }: ReadOptions = {},
  ): Promise<object[]> {
    return new Promise((resolve, reject) => {
      this.#queue.add(caller, { sql, parameters, signal, resolve, reject });
      if (!this.#running) this.#next();
      else if (this.#queue.size > maxWaiting) this.#queue.dropFromLongest()?.value.reject(new ReadRefused());
    });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>({ sql, parameters }: ReadRequest, options?: ReadOptions) =>
        ({ rows: await this.run(sql, parameters, options) }) as QueryResult<R>,
      streamQuery() {
        throw new Error('Read in pages: an open cursor would keep the worker from everyone else.');
      },
    };
  }

  async beginTransaction(): Promise<void> {
    throw new Error('This connection runs single statements only.');
  }
  commitTransaction = this.beginTransaction;
  rollbackTransaction = this.beginTransaction;

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#fail(new Error('The database is closed'));
    await this.#worker?.terminate();
  }

  #next(): void {
    const task = this.#queue.next()?.value;
    this.#running = task;
    if (!task) {
      this.#worker?.unref();
      return;
    }
    if (task.signal?.aborted) {
      task.reject(task.signal.reason);
      this.#next();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ sql: task.sql, parameters: task.parameters } satisfies ReadRequest, []);
  }

  /** Started by the first statement, to save memory in command-line tools and small trackers. */
  #start(): Worker {
    const worker = new Worker(new URL('read-worker.ts', import.meta.url), {
      workerData: { path: this.#path },
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    worker.on('message', (reply: ReadReply) => {
      const task = this.#running;
      if ('rows' in reply) task?.resolve(reply.rows);
      else task?.reject(Object.assign(new Error(reply.error.message), { errcode: reply.error.errcode }));
      this.#next();
    });
    worker.on('error', (error) => {
      if (this.#worker !== worker) return;
      // The next statement starts another one.
      this.#worker = undefined;
      this.#fail(error);
    });
    return worker;
  }

  #fail(error: unknown): void {
    const waiting = this.#queue.entries();
    for (const entry of waiting) this.#queue.remove(entry);
    const running = this.#running;
    this.#running = undefined;
    running?.reject(error);
    for (const { value } of waiting) value.reject(error);
  }
}
