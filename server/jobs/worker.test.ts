import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { holdJobs } from '#server/engine/copy/fill.ts';
import { newId } from '#server/engine/id.ts';
import { openDatabase } from '#server/engine/open.ts';
import { SqliteFile } from '#server/engine/sqlite/file.ts';
import { defaultSettings } from '#server/settings.ts';
import { atEnd } from '#server/test/at-end.ts';
import { testDatabase } from '#server/test/database.ts';
import { type Attempt, type Job, maxAttempts, recurring } from './job.ts';
import {
  type Timing,
  backoff,
  claimJob,
  enqueue,
  extendLease,
  giveBack,
  markDone,
  nextDue,
  releaseJobs,
} from './queue.ts';
import { JobWorker } from './worker.ts';

const quick = { lease: 600, poll: 50, pause: 5, retry: 20, stopTimeout: 500, firstRetry: 1 };
const hour = 3_600_000;

const store = await openDatabase(await testDatabase(), { exclusive: true });
atEnd(() => store.close());

/** An empty queue in the database of all tests, and workers on it that are stopped when the test ends. */
async function stage() {
  await store.write((tx) => tx.deleteFrom('jobs').execute());
  const workers: JobWorker[] = [];
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
  const lines: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const clock = { offset: 0 };
  const now = () => new Date(Date.now() + clock.offset);
  return {
    lines,
    clock,
    now,
    start(jobs: readonly Job[], { random, ...timing }: Partial<Timing> & { random?: () => number } = {}) {
      const worker = new JobWorker({
        store,
        jobs,
        mail: undefined,
        settings: defaultSettings,
        now,
        log,
        timing: { ...quick, ...timing },
        ...(random && { random }),
      });
      workers.push(worker);
      worker.start();
      return worker;
    },
    add: (job: Job<string>, payload: string) =>
      store.write((tx) => enqueue(tx, job, payload, { now: now() })),
    claim: (kind: string, leaseTime = 60_000) =>
      store.write((tx) => claimJob(tx, { kinds: [kind], now: now(), leaseTime })),
    rows: () => store.db.selectFrom('jobs').selectAll().orderBy('id').execute(),
    states: async () =>
      (await store.db.selectFrom('jobs').select('state').orderBy('id').execute()).map(({ state }) => state),
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is none');
  return value;
}

/** A job with the work of a test. */
function jobOf(
  run: (payload: string, attempt: Attempt) => Promise<void>,
  more: Partial<Job<string>> = {},
): Job<string> {
  return { kind: 'test', payload: z.string(), run: (_, payload, attempt) => run(payload, attempt), ...more };
}

const idle = jobOf(async () => {});

test('a job that is added runs once, with its payload, and is done', async () => {
  const { start, add, rows } = await stage();
  const seen: [string, string][] = [];
  start([jobOf(async (payload, { id }) => void seen.push([payload, id]))], { poll: hour });
  await add(idle, 'one');
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['done']);
  const [row] = await rows();
  expect(seen).toEqual([['one', row?.id]]);
  expect(row).toMatchObject({ attempts: 1, due_at: null, lease: null, error: null });
});

test('a job that ends in its own transaction is done once, even if it fails later', async () => {
  const { start, add, rows, lines } = await stage();
  let runs = 0;
  const work = jobOf(async (payload, { finish }) => {
    runs += 1;
    await store.write(async (tx) => {
      await finish(tx);
      if (payload === 'rolled back' && runs === 1) throw new Error('Rolled back');
    });
    if (payload === 'after') throw new Error('After the commit');
  });
  start([work]);
  await add(idle, 'rolled back');
  await expect.poll(rows).toMatchObject([{ state: 'done', attempts: 2 }]);
  await add(idle, 'after');
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('the lease of a job was lost while it ran');
  expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['done', 2],
    ['done', 1],
  ]);
  expect(runs).toBe(3);
});

test('a job that failed continues after the part of its work that it has done', async () => {
  const { start, add, rows } = await stage();
  const seen: string[] = [];
  const work = jobOf(async (payload, { checkpoint }) => {
    seen.push(payload);
    if (payload === 'rest') return;
    await store.write((tx) => checkpoint(tx, 'rest'));
    throw new Error('Between two parts');
  });
  start([work]);
  await add(idle, 'all');
  await expect.poll(rows).toMatchObject([{ state: 'done', attempts: 2 }]);
  expect(seen).toEqual(['all', 'rest']);
});

test('a job that lost its lease cannot finish or continue: its transaction rolls back', async () => {
  const { start, add, rows, clock, claim } = await stage();
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  start(
    [
      jobOf(async (_, { finish, checkpoint }) => {
        await isTaken;
        await store.write((tx) => checkpoint(tx, 'y')).catch((error: unknown) => failures.push(error));
        await store.write((tx) => finish(tx)).catch((error: unknown) => failures.push(error));
      }),
    ],
    { lease: 60_000 },
  );
  await add(idle, 'x');
  await expect.poll(async () => (await rows())[0]?.state).toBe('running');
  clock.offset = 60_001;
  required(await claim('test'));
  take();
  const lost = 'Error: The lease is lost';
  await expect.poll(() => failures.map(String)).toEqual([lost, lost]);
  expect(await rows()).toMatchObject([{ state: 'running', attempts: 2, payload: '"x"' }]);
});

test('a job is added with its transaction or not at all', async () => {
  const { rows, now } = await stage();
  const failing = store.write(async (tx) => {
    await enqueue(tx, idle, 'x', { now: now() });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await rows()).toEqual([]);
});

test('a second job with the same key is not added', async () => {
  const { rows, claim, now } = await stage();
  const add = () => store.write((tx) => enqueue(tx, idle, 'x', { now: now(), key: 'k' }));
  await Promise.all([add(), add()]);
  const job = required(await claim('test'));
  await add();
  expect(await rows()).toHaveLength(1);
  await store.write((tx) => markDone(tx, job, now()));
  await add();
  expect(await rows()).toHaveLength(2);
});

test('the job of a crashed worker is claimed by another one, but not before the lease ends', async () => {
  const { add, claim, clock, now } = await stage();
  await add(idle, 'x');
  const dead = required(await claim('test', 60_000));
  clock.offset = 59_000;
  expect(await claim('test')).toBeUndefined();
  clock.offset = 60_001;
  const taken = required(await claim('test'));
  expect(taken).toMatchObject({ id: dead.id, attempts: 2 });
  // The first worker is not dead, but has lost the job.
  expect(await store.write((tx) => extendLease(tx, dead, now()))).toBe(false);
  expect(await store.write((tx) => markDone(tx, dead, now()))).toBe(false);
  expect(await store.write((tx) => giveBack(tx, dead, now()))).toBe(false);
  expect(await store.write((tx) => markDone(tx, taken, now()))).toBe(true);
});

test('the lease of a job that runs longer is renewed', async () => {
  const { start, add, states } = await stage();
  let runs = 0;
  const slow = jobOf(async () => {
    runs += 1;
    await delay(1_000);
  });
  start([slow]);
  start([slow]);
  await add(slow, 'x');
  await expect.poll(states).toEqual(['done']);
  expect(runs).toBe(1);
});

test.runIf(inject('engine') === 'postgres')(
  'a lease whose extension waits for a transaction keeps no job locked that the transaction needs',
  async () => {
    const { start, add, states, lines } = await stage();
    const end = Promise.withResolvers<void>();
    const waiting = jobOf(async () => end.promise);
    start([waiting], { lease: 3_000 });
    for (const name of ['first', 'second']) await add(waiting, name);
    await expect.poll(states).toEqual(['running', 'running']);
    const { db } = store;
    // Like activity on a bug with pending mails: it ends its own job, then locks a mail's job.
    await store.write(async (tx) => {
      await sql`select from jobs where payload = '"second"' for update`.execute(tx);
      const isWaiting = sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await isWaiting.execute(db)).rows).toHaveLength(1);
      // Shorter than PostgreSQL's deadlock timeout.
      await sql`set local lock_timeout = 900`.execute(tx);
      const other = sql`select 1 from jobs where payload = '"first"' for update`;
      expect((await other.execute(tx)).rows).toHaveLength(1);
    });
    end.resolve();
    await expect.poll(states).toEqual(['done', 'done']);
    expect(lines).toEqual([]);
  },
);

test('a job whose lease is lost is aborted', async () => {
  const { start, add, lines } = await stage();
  const { promise: aborted, resolve } = Promise.withResolvers<unknown>();
  const waiting = jobOf(async (_, { signal }) => {
    await new Promise((go) => signal.addEventListener('abort', go));
    resolve(signal.reason);
    throw signal.reason;
  });
  start([waiting], { lease: 100 });
  await add(waiting, 'x');
  await expect
    .poll(async () => store.db.selectFrom('jobs').select('lease').where('state', '=', 'running').execute())
    .toHaveLength(1);
  await store.write((tx) =>
    tx
      .updateTable('jobs')
      .set({ lease: crypto.randomUUID(), due_at: new Date(Date.now() + hour).toISOString() })
      .execute(),
  );
  expect(await aborted).toMatchObject({ message: 'The lease is lost' });
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('the lease of a job was lost while it ran');
});

test('the wait before an attempt is random, and up to twice as long each time', () => {
  const waits = (random: number) =>
    [1, 2, 3, 4, 20].map((attempts) => backoff(attempts, 5_000, () => random));
  expect(waits(0.999_999_9)).toEqual([5_000, 10_000, 20_000, 40_000, hour]);
  expect(waits(0.5)).toEqual([2_500, 5_000, 10_000, 20_000, hour / 2]);
  expect(waits(0)).toEqual([0, 0, 0, 0, 0]);
});

test('a job that fails waits longer each time, with the reason', async () => {
  const { start, add, rows, clock } = await stage();
  let runs = 0;
  const failing = jobOf(async () => {
    runs += 1;
    throw new Error(`reason ${runs}`);
  });
  start([failing], { random: () => 0.5, firstRetry: 10 * 60_000 });
  await add(failing, 'x');
  for (const [attempts, minutes] of [
    [1, 5],
    [2, 10],
    [3, 20],
    [4, 30],
    [5, 30],
  ] as const) {
    await expect
      .poll(async () => (await rows())[0])
      .toMatchObject({ attempts, state: 'waiting', error: `reason ${attempts}` });
    const wait = Date.parse((await rows())[0]?.due_at ?? '') - Date.now() - clock.offset;
    expect(Math.round(wait / 60_000)).toBe(minutes);
    clock.offset += wait + 1_000;
  }
});

test(`a job that fails or ends its process ${maxAttempts} times is dead`, async () => {
  const { start, add, rows, lines } = await stage();
  const failing = jobOf(async () => {
    throw new Error('never');
  });
  await add(failing, 'x');
  const fatal = jobOf(expect.fail, { kind: 'fatal' });
  await add(fatal, 'x');
  await store.write((tx) =>
    tx.updateTable('jobs').set({ attempts: maxAttempts }).where('kind', '=', 'fatal').execute(),
  );
  start([failing, fatal], { random: () => 0 });
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['dead', 'dead']);
  expect(await rows()).toMatchObject([
    { attempts: maxAttempts, due_at: null, error: 'never' },
    { error: 'The process ended during each attempt' },
  ]);
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(2);
});

test('a job is attempted up to its own limit', async () => {
  const { start, add, rows } = await stage();
  let runs = 0;
  const failing = (kind: string, attempts: number) =>
    jobOf(
      async () => {
        runs += 1;
        throw new Error('never');
      },
      { kind, maxAttempts: attempts },
    );
  const jobs = [failing('rarely', 2), failing('often', maxAttempts + 3)];
  for (const job of jobs) await add(job, 'x');
  start(jobs, { random: () => 0 });
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['dead', 'dead']);
  expect(await rows()).toMatchObject([{ attempts: 2 }, { attempts: maxAttempts + 3 }]);
  expect(runs).toBe(maxAttempts + 5);
});

test('one job of a target runs at a time, and others run up to the limit of concurrent jobs', async () => {
  const { start, add, states } = await stage();
  const [running, most] = [new Map<string, number>(), new Map<string, number>()];
  const counted = jobOf(
    async (payload) => {
      for (const name of [payload, 'all']) {
        running.set(name, (running.get(name) ?? 0) + 1);
        most.set(name, Math.max(most.get(name) ?? 0, running.get(name) ?? 0));
      }
      await delay(20);
      for (const name of [payload, 'all']) running.set(name, (running.get(name) ?? 0) - 1);
    },
    { target: (payload) => payload },
  );
  for (let i = 0; i < 24; i += 1) await add(counted, `target ${i % 6}`);
  // Two instances.
  start([counted], { concurrency: 2 });
  start([counted], { concurrency: 2 });
  await expect.poll(async () => (await states()).every((state) => state === 'done')).toBe(true);
  const { all, ...targets } = Object.fromEntries(most);
  expect(all).toSatisfy((n: number) => n > 1 && n <= 4);
  expect(Object.values(targets)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('an ordered job waits while an earlier one retries', async () => {
  const { start, add, states } = await stage();
  const runs: string[] = [];
  const failures = new Map([
    ['a first', 3],
    ['b first', maxAttempts],
  ]);
  const job = jobOf(
    async (payload) => {
      const left = failures.get(payload) ?? 0;
      failures.set(payload, left - 1);
      if (left > 0) throw new Error('Not yet');
      runs.push(payload);
    },
    { target: (payload) => payload.slice(0, 1), isInOrder: true },
  );
  for (const payload of ['a first', 'a second', 'b first', 'a third', 'b second']) await add(job, payload);
  for (let instance = 0; instance < 2; instance += 1) start([job], { random: () => 0.01 });
  await expect
    .poll(async () => (await states()).toSorted())
    .toEqual(['dead', 'done', 'done', 'done', 'done']);
  expect(runs.filter((payload) => payload.startsWith('a'))).toEqual(['a first', 'a second', 'a third']);
  expect(runs.filter((payload) => payload.startsWith('b'))).toEqual(['b second']);
});

test.runIf(inject('engine') === 'sqlite')(
  'looking for jobs reads only a few rows of each job that waits for its target',
  async () => {
    const { add, claim, now } = await stage();
    const job = jobOf(async () => {}, { target: () => 'one', isInOrder: true });
    const count = 100;
    for (let i = 0; i < count; i += 1) await add(job, 'x');
    await claim('test');
    // The running one was added last, so that the waiting ones are found before it.
    await store.write(async (tx) => {
      const last = tx.selectFrom('jobs').select(({ fn }) => fn.max('id').as('id'));
      const { id } = await last.executeTakeFirstOrThrow();
      await sql`update jobs set id = ${newId()} where state = 'running'`.execute(tx);
      expect(await tx.selectFrom('jobs').select('id').where('id', '>', required(id)).execute()).toHaveLength(
        1,
      );
    });
    const run = vi.spyOn(SqliteFile.prototype, 'run');
    for (const inOrder of [[], ['other']]) {
      run.mockClear();
      const due = await nextDue(store.db, { kinds: ['test'], inOrder });
      // The end of the lease.
      expect(required(due).getTime()).toBeGreaterThan(now().getTime());
      const [query, parameters] = required(run.mock.calls.find(([text]) => text.includes('"jobs"')));
      const file = new DatabaseSync(store.location);
      let read = 0;
      file.function('counted', (_) => (read += 1));
      file.exec('create temp view jobs as select * from main.jobs where counted(id) > 0');
      file.prepare(query).all(...(parameters as SQLInputValue[]));
      file.close();
      expect(read).toBeLessThan(4 * count);
    }
    run.mockRestore();
  },
);

test('two instances never run one job at the same time', async () => {
  const { start, add, states } = await stage();
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const runs: string[] = [];
  const job = jobOf(async (payload) => {
    runs.push(payload);
    await end;
  });
  const timing = { concurrency: 20, lease: hour };
  start([job], timing);
  start([job], timing);
  const names = Array.from({ length: 40 }, (_, i) => `job ${i}`);
  const addAll = (some: readonly string[]) => Promise.all(some.map((name) => add(job, name)));
  await addAll(names.slice(0, 20));
  await expect.poll(() => runs.length).toBe(20);
  // Added after the running ones, these take every other slot of both workers: each has polled in the meantime.
  await addAll(names.slice(20));
  await expect.poll(() => runs.length).toBe(40);
  expect(runs.toSorted()).toEqual(names.toSorted());
  finish();
  await expect.poll(async () => (await states()).every((state) => state === 'done')).toBe(true);
  expect(runs).toHaveLength(40);
});

test('held jobs start when they are released', async () => {
  const { start, add, claim, states, now, lines } = await stage();
  await store.write((tx) => holdJobs(tx, now()));
  await add(idle, 'x');
  start([idle], { poll: hour });
  await expect.poll(() => lines.map(({ msg }) => msg).join()).toContain('npm run katydid -- jobs release');
  // Neither the worker nor anything else has claimed it.
  expect(await claim('test')).toBeUndefined();
  expect(await states()).toEqual(['waiting']);
  expect(await store.write(releaseJobs)).toBe(true);
  await expect.poll(states).toEqual(['done']);
});

test('a stopping worker releases its jobs, and their attempts do not count', async () => {
  const { start, add, rows } = await stage();
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const long = jobOf(async (_, { signal }) => {
    resolve();
    await delay(hour, undefined, { signal });
  });
  const worker = start([long]);
  await add(long, 'x');
  await started;
  await worker.stop();
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0, lease: null }]);
});

test('a stopping worker does not wait for a job that does not end', async () => {
  const { start, add, states } = await stage();
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const deaf = jobOf(async () => {
    resolve();
    await end;
  });
  const worker = start([deaf], { stopTimeout: 50 });
  await add(deaf, 'x');
  await started;
  await worker.stop();
  expect(await states()).toEqual(['running']);
  finish();
});

test('a recurring job is due at the first start and each interval, on one instance', async () => {
  const { start, rows, clock } = await stage();
  let runs = 0;
  const often = recurring({ kind: 'often', every: () => hour, run: async () => void (runs += 1) });
  const unwanted = recurring({ kind: 'never', every: () => undefined, run: expect.fail });
  start([often, unwanted]);
  start([often, unwanted]);
  for (const n of [1, 2, 3]) {
    await expect
      .poll(async () => (await rows()).map(({ state }) => state), { timeout: 30_000 })
      .toEqual([...Array<string>(n).fill('done'), 'waiting']);
    expect(runs).toBe(n);
    clock.offset += hour + 1_000;
  }
});

test('a recurring job recurs even if it is dead', async () => {
  const { start, rows } = await stage();
  const failing = recurring({
    kind: 'failing',
    every: () => hour,
    async run() {
      throw new Error('no');
    },
  });
  start([failing], { random: () => 0 });
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['dead', 'waiting']);
});

test('a shorter interval brings the next run forward', async () => {
  const { start, rows, now } = await stage();
  const every = (interval: number) =>
    recurring({ kind: 'often', every: () => interval, run: async () => {} });
  const first = start([every(24 * hour)]);
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['done', 'waiting']);
  await first.stop();
  start([every(hour)]);
  const due = async () => Date.parse((await rows())[1]?.due_at ?? '') - now().getTime();
  await expect.poll(due).toBeLessThanOrEqual(hour);
});

test('a job that another program adds is found before the next poll', async () => {
  const url = await testDatabase();
  const [own, other] = [
    await openDatabase(url, { exclusive: true }),
    await openDatabase(url, { exclusive: false, existing: true }),
  ];
  const done: string[] = [];
  const job = jobOf(async (payload) => void done.push(payload));
  const [now, log] = [() => new Date(), pino({ level: 'silent' })];
  const worker = new JobWorker({
    store: own,
    jobs: [job],
    mail: undefined,
    settings: defaultSettings,
    now,
    log,
  });
  atEnd(async () => {
    await worker.stop();
    await Promise.all([own.close(), other.close()]);
  });
  worker.start();
  // It has polled the queue.
  await own.write((tx) => enqueue(tx, job, 'from here', { now: new Date() }));
  await expect.poll(() => done).toEqual(['from here']);
  // Its transactions are over: on SQLite, the other program would block on them in the same process.
  const states = own.db.selectFrom('jobs').select('state');
  await expect.poll(() => states.execute()).toEqual([{ state: 'done' }]);
  await other.write((tx) => enqueue(tx, job, 'from elsewhere', { now: new Date() }));
  await expect.poll(() => done, { timeout: 10_000 }).toContain('from elsewhere');
});
