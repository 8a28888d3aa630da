import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBug } from '#contract/bugs/bugs.ts';
import { lastChange } from '#server/engine/changes.ts';
import { defaultConnections } from '#server/engine/store.ts';
import { atEnd } from './at-end.ts';
import { startCrashablePostgres } from '#server/test/postgres/crashable-postgres.ts';
import { type TestUser, aBug, testApp } from './harness.ts';
import { type LiveEvent, LiveReader } from './live-reader.ts';
import { startStallingProxy } from './stalling-proxy.ts';

/** How often PostgreSQL crashes; OUTAGE_CRASHES=20 is the long form. */
const restarts = Number(process.env['OUTAGE_CRASHES'] ?? 5);
/**
 * The server promises a refusal within two seconds, and the first success within five. It reserves 0.3 of the two
 * seconds for work other than waiting, which is not enough if other tests occupy both cores, so both times are doubled
 * here.
 */
const promised = { refusal: 2_000 + 2_000, success: 5_000 + 5_000 };

const postgres = await startCrashablePostgres();
const proxy = await startStallingProxy(postgres.port);
atEnd(async () => {
  await proxy.stop();
  await postgres.stop();
});
// The harness closes it before PostgreSQL is stopped, because hooks run in reverse order.
const app = await testApp({ databaseUrl: postgres.url(proxy.port) });
const user = await app.user();

/** The acknowledgements: the id for each title that was sent. */
const sent = new Map<string, string | undefined>();
/** The titles of filings whose answer was that nothing was changed. */
const refused = new Set<string>();
const slowest = { refusal: 0 };

async function file(by: TestUser): Promise<boolean> {
  const title = `Bug ${sent.size + 1}`;
  sent.set(title, undefined);
  const begun = performance.now();
  const { status, body, error, headers } = await by.call(createBug, { body: { ...aBug, title } });
  if (status === 201) {
    sent.set(title, body._id);
    return true;
  }
  slowest.refusal = Math.max(slowest.refusal, performance.now() - begun);
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  if (error.code === 'unavailable') refused.add(title);
  else expect(error.code).toBe('database_lost');
  return false;
}

/** Files bugs continually on several connections, and reads on one, while `work` runs. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  const still = { going: true };
  const clients = Array.from({ length: 6 }, async () => {
    // A refused client waits a little, because a crashed PostgreSQL would otherwise hardly be able to start.
    while (still.going) if (!(await file(user))) await delay(50);
  });
  const reader = async () => {
    while (still.going) {
      const { status } = await user.send('GET', '/api/bugs?limit=20');
      expect([200, 503]).toContain(status);
      await delay(10);
    }
  };
  const load = Promise.all([...clients, reader()]);
  try {
    await work();
  } finally {
    still.going = false;
    await load;
  }
}

/** Fails unless a call succeeds soon. */
async function comesBack(): Promise<void> {
  const begun = performance.now();
  while (!(await file(user))) expect(performance.now() - begun).toBeLessThan(promised.success);
}

/** Listens as a browser does: after any failure of its stream it resumes after the last event that it saw. */
function listen({ reopen }: { reopen: boolean }) {
  const seen = new Set<unknown>();
  const still = { listening: true };
  let since = 0;
  const note = ({ id, event, data }: LiveEvent) => {
    since = id;
    seen.add(event === 'reset' ? event : data['_id']);
  };
  const listening = (async () => {
    while (still.listening) {
      const stream = await LiveReader.open(app.url, user.token, since).catch(() => delay(50));
      if (!stream) continue;
      for (let event = await stream.next(); event; event = await stream.next()) {
        note(event);
        if (reopen || !still.listening) break;
      }
      stream.close();
    }
  })();
  return {
    seen,
    async stop() {
      still.listening = false;
      // Wakes the listener, if it is waiting for an event.
      await comesBack();
      await listening;
    },
  };
}

async function nothingIsLostOrDoubled(): Promise<void> {
  const { db } = app.store;
  const rows = await db.selectFrom('bugs').select(['id', 'title', 'number']).orderBy('number').execute();
  // Every acknowledged bug is stored once, every other one at most once.
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
  const stored = new Map(rows.map(({ id, title }) => [title, id]));
  expect([...sent].filter(([title, id]) => id !== undefined && stored.get(title) !== id)).toEqual([]);
  expect([...refused].filter((title) => stored.has(title))).toEqual([]);
  // Nothing is half done: a bug and its change are stored together or not at all.
  await app.store.numberChanges();
  const changes = await db.selectFrom('changes').select(['seq', 'kind', 'id']).orderBy('seq').execute();
  const ofBugs = changes.filter(({ kind }) => kind === 'bug').map(({ id }) => id);
  expect(ofBugs.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_, i) => i + 1));
  expect(await lastChange(db)).toBe(changes.length);
}

test(
  `${restarts} PostgreSQL crashes under load: 503 at worst, back in 5 s, nothing lost`,
  { tags: ['slow'] },
  async () => {
    const listeners = [listen({ reopen: false }), listen({ reopen: true })];
    await underLoad(async () => {
      for (let i = 0; i < restarts; i += 1) {
        await postgres.crash();
        await comesBack();
      }
    });
    await comesBack();
    expect(slowest.refusal).toBeLessThan(promised.refusal);
    expect([...sent.values()].filter((id) => id !== undefined).length).toBeGreaterThan(restarts);
    await nothingIsLostOrDoubled();
    const rows = await app.store.db.selectFrom('bugs').select('id').execute();
    for (const { seen, stop } of listeners) {
      await expect.poll(() => rows.filter(({ id }) => !seen.has(id)), { timeout: 60_000 }).toEqual([]);
      expect(seen.has('reset')).toBe(false);
      await stop();
    }
  },
);

test(
  'a silent network: 503 within two seconds, and served again when it is back',
  { tags: ['slow'] },
  async () => {
    slowest.refusal = 0;
    await underLoad(async () => {
      proxy.stall();
      // First on existing connections, then on new ones.
      for (let round = 0; round < 2; round += 1) {
        const calls = Array.from({ length: 12 }, async () => {
          const begun = performance.now();
          const { status, headers } = await user.send('GET', '/api/bugs?limit=1');
          const slow = performance.now() - begun > promised.refusal;
          return { status, retry: headers.get('retry-after'), slow };
        });
        for (const answer of await Promise.all(calls))
          expect(answer).toEqual({ status: 503, retry: '2', slow: false });
      }
      expect((await app.anonymous.send('GET', '/healthz')).status).toBe(200);
      expect((await app.anonymous.send('GET', '/readyz')).status).toBe(503);
      proxy.resume();
      await comesBack();
    });
    await comesBack();
    expect(slowest.refusal).toBeLessThan(promised.refusal);
    await nothingIsLostOrDoubled();
  },
);

test('no connection is left behind, and every one can be used', async () => {
  const named = (name: string) =>
    sql<{
      n: string;
    }>`select count(*) as n from pg_stat_activity where application_name = ${name}`;
  const count = async (name: string) =>
    Number((await app.store.write((tx) => named(name).execute(tx))).rows[0]?.n);
  const begun = performance.now();
  const sleeps = Array.from({ length: 10 }, () =>
    app.store.write((tx) => sql`select pg_sleep(0.5)`.execute(tx)),
  );
  await Promise.all(sleeps);
  // Two consecutive waits would take twice as long.
  expect(performance.now() - begun).toBeLessThan(promised.refusal);
  expect(await count('katydid')).toBeLessThanOrEqual(defaultConnections);
  await expect.poll(() => count('katydid live'), { interval: 200 }).toBe(1);
  const answers = await Promise.all(Array.from({ length: 40 }, () => user.send('GET', '/api/bugs?limit=1')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test('after an outage that cuts the old connections, their locks are released', async () => {
  const inTheMiddle = app.store.write(async (tx) => {
    await tx.updateTable('counters').set({ value: 0 }).where('name', '=', 'changes').execute();
    proxy.stall();
    await sql`select 1`.execute(tx);
  });
  await expect(inTheMiddle).rejects.toThrow('PostgreSQL does not answer');
  proxy.resumeWithoutOld();
  await comesBack();
  // PostgreSQL ends the transaction of a connection that is silent for too long.
  const numbers = () =>
    app.store.numberChanges().then(
      () => 'changes are numbered',
      (error: unknown) => String(error),
    );
  await expect.poll(numbers).toBe('changes are numbered');
  await nothingIsLostOrDoubled();
});
