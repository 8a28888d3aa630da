import { setTimeout as delay } from 'node:timers/promises';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { Store } from '#server/engine/store.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { type Job, type JobContext, PermanentFailure, groupLimits, maxAttempts } from './job.ts';
import * as queue from './queue.ts';
import type { ClaimedJob } from './queue.ts';

interface WorkerOptions extends Omit<JobContext, 'db' | 'longReads' | 'write' | 'files'> {
  store: Store;
  jobs: readonly Job[];
  random?: () => number;
  timing?: Partial<queue.Timing>;
}

interface Running {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  /** The end of the lease, by the clock of this process. */
  until: number;
  /** Whether the handler has marked the job done in its own transaction. */
  isFinished: boolean;
  ended: Promise<void>;
}

/**
 * Runs the jobs that are due. Commits wake the worker, and it polls the queue at intervals. Each claimed job is leased
 * to it, and the lease is extended until the job has ended. No transaction is open while a job runs.
 */
export class JobWorker {
  readonly #options: WorkerOptions;
  readonly #timing: queue.Timing;
  readonly #context: JobContext;
  /** The jobs by their kinds; recurring ones that the settings turn off are left out. */
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #running = new Set<Running>();
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isWoken = false;
  #isPrepared = false;
  #isFailing = false;
  readonly #stopping = new AbortController();
  /** Ends the pause between two polls of the queue. */
  #ended = new AbortController();

  constructor(options: WorkerOptions) {
    const { store, jobs, mail, settings, now, log } = options;
    this.#options = options;
    this.#timing = { ...queue.defaultTiming, ...options.timing };
    const { db, longReads, write } = store;
    this.#context = { db, longReads, write, files: fileStoreOf(settings), mail, settings, now, log };
    const wanted = jobs.filter((job) => !job.every || job.every(settings) !== undefined);
    this.#jobs = new Map(wanted.map((job) => [job.kind, job]));
    if (this.#jobs.size < wanted.length) throw new Error('Two jobs have the same kind');
  }

  start(): void {
    if (this.#jobs.size === 0) return;
    this.#options.store.onCommit(() => this.#wake());
    const extendLeases = () => {
      for (const running of this.#running) void this.#extendLease(running);
    };
    this.#heartbeat = setInterval(extendLeases, this.#timing.lease / 3).unref();
    this.#wake();
  }

  /** Aborts the running jobs, and releases those that do not end by themselves. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server stops'));
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    for (const { abort } of this.#running) abort.abort(this.#stopping.signal.reason);
    await this.#looking;
    const ended = Promise.allSettled([...this.#running].map((running) => running.ended));
    const timeout = new AbortController();
    await Promise.race([ended, pause(this.#timing.stopTimeout, { signal: timeout.signal })]);
    timeout.abort();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #wake(): void {
    this.#isWoken = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#isWoken && !this.#isStopping) this.#wake();
    });
  }

  #wakeAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopping) return;
    this.#timer = setTimeout(() => this.#wake(), Math.min(milliseconds, this.#timing.poll)).unref();
  }

  /** Starts due jobs, and repeats this as long as wake-ups have arrived in the meantime. */
  async #look(): Promise<void> {
    while (this.#isWoken && !this.#isStopping) {
      this.#isWoken = false;
      try {
        await this.#prepare();
        this.#wakeAfter(await this.#startDue());
        this.#isFailing = false;
      } catch (error) {
        // An outage is reported once, not at every try.
        if (!this.#isFailing) this.#options.log.error({ err: error }, 'could not look for jobs');
        this.#isFailing = true;
        this.#wakeAfter(this.#timing.retry);
      }
      // After the end of a job, the next poll is immediate. After commits, which come in bursts, it waits.
      this.#ended = new AbortController();
      const signal = AbortSignal.any([this.#stopping.signal, this.#ended.signal]);
      await pause(this.#timing.pause, { signal, ref: false });
    }
  }

  /** Adds the recurring jobs at the first poll. */
  async #prepare(): Promise<void> {
    if (this.#isPrepared) return;
    const { store, settings, now, log } = this.#options;
    const since = await queue.heldSince(store.db);
    if (since !== null)
      log.warn(
        `Background jobs, backups included, are held since the database was restored or copied (${since}). Release them: npm run katydid -- jobs release`,
      );
    await store.write(async (tx) => {
      for (const job of this.#jobs.values()) {
        const every = job.every?.(settings);
        if (every !== undefined) await queue.enqueueRecurring(tx, job, every, now());
      }
    });
    this.#isPrepared = true;
  }

  /** Claims and starts jobs; returns the number of milliseconds until the next one is due. */
  async #startDue(): Promise<number> {
    const { store, now } = this.#options;
    while (this.#running.size < this.#timing.concurrency && !this.#isStopping) {
      const startable = this.#startable();
      if (startable.kinds.length === 0) break;
      // Reads before it claims, so that an idle worker writes nothing.
      const next = await queue.nextDue(store.db, startable);
      if (next === undefined) return this.#timing.poll;
      const wait = next.getTime() - now().getTime();
      if (wait > 0) return wait;
      const job = await this.#claim(startable);
      if (!job) return this.#timing.retry;
      this.#start(job);
    }
    // The end of a job wakes it.
    return this.#timing.poll;
  }

  /** The kinds except those whose group has enough running jobs. */
  #startable(): queue.Startable {
    const running = [...this.#running].map(({ job }) => this.#jobs.get(job.kind)?.group);
    const isFree = ({ group }: Job) =>
      group === undefined || running.filter((other) => other === group).length < groupLimits[group];
    const free = [...this.#jobs.values()].filter(isFree);
    const kindOf = ({ kind }: Job) => kind;
    return { kinds: free.map(kindOf), inOrder: free.filter(({ isInOrder }) => isInOrder).map(kindOf) };
  }

  async #claim(startable: queue.Startable): Promise<ClaimedJob | undefined> {
    const { store, now } = this.#options;
    const claim = { ...startable, now: now(), leaseTime: this.#timing.lease };
    return store
      .write((tx) => queue.claimJob(tx, claim))
      .catch((error: unknown) => {
        // Another process has claimed a job of the same target.
        if (engineOf(store.db).failure(error) === 'unique') return undefined;
        throw error;
      });
  }

  #start(job: ClaimedJob): void {
    const running: Running = {
      job,
      abort: new AbortController(),
      until: this.#options.now().getTime() + this.#timing.lease,
      isFinished: false,
      ended: Promise.resolve(),
    };
    if (this.#isStopping) running.abort.abort(this.#stopping.signal.reason);
    this.#running.add(running);
    running.ended = this.#run(running)
      .catch((error: unknown) => {
        // The lease will expire, and the job will run again.
        const { id, kind } = job;
        this.#options.log.error({ err: error, job: id, kind }, 'could not record the end of a job');
      })
      .finally(() => {
        this.#running.delete(running);
        this.#wake();
        this.#ended.abort();
      });
  }

  async #run(running: Running): Promise<void> {
    const { job } = running;
    const { log, now, store } = this.#options;
    const error = await this.#attempt(running).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('It failed without a reason'),
    );
    if (error === undefined && running.isFinished) return;
    const isInterrupted = error !== undefined && running.abort.signal.aborted;
    const isHeld = await store.write((tx) => {
      if (isInterrupted) return queue.giveBack(tx, job, now());
      return error === undefined ? this.#finish(tx, job) : this.#fail(tx, job, error);
    });
    if (!isHeld) log.warn({ job: job.id, kind: job.kind }, 'the lease of a job was lost while it ran');
  }

  async #attempt(running: Running): Promise<void> {
    const { job, abort } = running;
    abort.signal.throwIfAborted();
    if (job.attempts > this.#maxAttempts(job)) throw new Error('The process ended during each attempt');
    const known = this.#jobs.get(job.kind);
    if (!known) throw new Error(`There is no job ${job.kind}`);
    const check = (isHeld: boolean) => {
      if (!isHeld) throw new Error('The lease is lost');
    };
    await known.run(this.#context, known.payload.parse(JSON.parse(job.payload)), {
      id: job.id,
      signal: abort.signal,
      finish: async (tx) => {
        check(await this.#finish(tx, job));
        running.isFinished = true;
      },
      checkpoint: async (tx, rest) => check(await queue.replacePayload(tx, job, rest)),
    });
  }

  #maxAttempts({ kind }: ClaimedJob): number {
    return this.#jobs.get(kind)?.maxAttempts ?? maxAttempts;
  }

  async #finish(tx: Tx, job: ClaimedJob): Promise<boolean> {
    const isHeld = await queue.markDone(tx, job, this.#options.now());
    if (isHeld) await this.#enqueueNext(tx, job);
    return isHeld;
  }

  async #fail(tx: Tx, job: ClaimedJob, error: unknown): Promise<boolean> {
    const { log, now, random = Math.random } = this.#options;
    const { id, kind, attempts } = job;
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
    if (attempts < this.#maxAttempts(job) && !(error instanceof PermanentFailure)) {
      const first = this.#jobs.get(kind)?.firstRetry ?? this.#timing.firstRetry;
      const retryAt = new Date(now().getTime() + queue.backoff(attempts, first, random));
      log.warn({ err: error, job: id, kind, attempts, retryAt }, 'a job failed');
      return queue.markFailed(tx, job, reason, retryAt);
    }
    log.error({ err: error, job: id, kind, attempts }, 'a job failed and is not retried');
    if (!(await queue.markDead(tx, job, reason, now()))) return false;
    await queue.cleanUpAfter(tx, job, this.#jobs.get(kind));
    await this.#enqueueNext(tx, job);
    return true;
  }

  /** Adds the next run of a recurring job, even of one that is dead. */
  async #enqueueNext(tx: Tx, { kind, claimedAt }: ClaimedJob): Promise<void> {
    const { settings, now } = this.#options;
    const job = this.#jobs.get(kind);
    const every = job?.every?.(settings);
    if (!job || every === undefined) return;
    await queue.enqueue(tx, job, {}, { now: now(), runAt: new Date(claimedAt.getTime() + every), key: kind });
  }

  /**
   * Extends the lease of a job, which is aborted if its lease is lost. Each lease is extended in a transaction of its
   * own: while it waits for one job, it locks no other, which avoids deadlocks.
   */
  async #extendLease(running: Running): Promise<void> {
    const { store, now, log } = this.#options;
    const { job, abort } = running;
    const until = now().getTime() + this.#timing.lease;
    try {
      const isHeld = await store.write((tx) => queue.extendLease(tx, job, new Date(until)));
      running.until = isHeld ? until : 0;
    } catch (error) {
      log.warn({ err: error, job: job.id, kind: job.kind }, 'could not extend the lease of a job');
    }
    if (running.until <= now().getTime()) abort.abort(new Error('The lease is lost'));
  }
}

/** Waits until the time is over or the signal is aborted. */
async function pause(milliseconds: number, options: { signal: AbortSignal; ref?: boolean }): Promise<void> {
  await delay(milliseconds, undefined, options).catch(() => {});
}
