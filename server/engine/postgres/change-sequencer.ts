import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';
import { notificationChannel } from './engine.ts';

/**
 * How often changes of other processes are checked for: one may have ended between a commit and its numbering.
 * Milliseconds.
 */
const pollEvery = 1_000;
/** The pause between two statements: the more changes one numbers, the less each costs. Milliseconds. */
const pause = 20;
/** How many changes are numbered by one statement. */
const batch = 1_000;

/**
 * Moves changes from the outbox to where live streams read them, and notifies every process. The counter is locked for
 * this one statement: everything it sees in the outbox is committed, and everything committed later gets a higher
 * number. Two changes of a row are in the right order in the outbox, because the later one waited for the row lock.
 */
const numberChanges = sql<{ count: number }>`
  with waiting as (
    select position from outbox order by position limit ${sql.lit(batch)}
  ), counter as (
    select value from counters where name = 'changes' and exists (select from waiting) for update
  ), taken as (
    delete from outbox where position in (select position from waiting) and exists (select from counter)
    returning position, kind, id, version
  ), numbered as (
    insert into changes (seq, kind, id, version)
    select counter.value + row_number() over (order by position), kind, id, version from taken, counter
    returning seq
  ), counted as (
    update counters set value = value + (select count(*) from numbered)
    where name = 'changes' and exists (select from numbered)
  ), given as (
    update counters set value = (select last_value from bug_numbers)
    where name = 'bugs' and value < (select last_value from bug_numbers where is_called)
      and exists (select from numbered)
  ), notified as (
    select pg_notify(${sql.lit(notificationChannel)}, '') where exists (select from numbered)
  )
  select cast(count(*) as integer) as count from waiting where (select count(*) from notified) >= 0`;

/**
 * Numbers this process's changes soon after their commit, and those of processes that ended before numbering theirs.
 * Any number of processes may do so at the same time.
 */
export class ChangeSequencer {
  readonly #db: Kysely<Schema>;
  readonly #onFault: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #isWoken = false;
  #running: Promise<void> | undefined;
  #isFailing = false;
  readonly #closing = new AbortController();

  constructor(db: Kysely<Schema>, onFault: (error: Error) => void) {
    this.#db = db;
    this.#onFault = onFault;
  }

  /** From now on also numbers changes of other processes. */
  poll(): void {
    this.#timer ??= setInterval(() => this.wake(), pollEvery).unref();
  }

  /** Called after a transaction was committed. */
  wake(): void {
    this.#isWoken = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Woken between the last check and now.
      if (this.#isWoken && !this.#isFailing) this.wake();
    });
  }

  /** Numbers everything committed so far. */
  async numberAll(): Promise<void> {
    while ((await this.#number()) === batch);
  }

  /** Numbers everything committed so far, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#running;
  }

  async #number(): Promise<number> {
    const { rows } = await numberChanges.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWoken) {
        this.#isWoken = false;
        if ((await this.#number()) === batch) this.#isWoken = true;
        this.#isFailing = false;
        await delay(pause, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
      }
    } catch (error) {
      // The changes stay in the outbox for the next try. An outage is reported only once.
      if (!this.#isFailing) this.#onFault(error as Error);
      this.#isFailing = true;
    }
  }
}
