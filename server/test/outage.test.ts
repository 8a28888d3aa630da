import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createBug } from '#contract/bugs.ts';
import { startCrashablePostgres } from './crashable-postgres.ts';
import { type TestUser, aBug, testApp } from './harness.ts';
import { startStallingProxy } from './stalling-proxy.ts';

const restarts = 20;
/** Two seconds to a refusal and five to the first success are promised; a machine that is busy with other tests may take twice that. */
const promised = { refusal: 4_000, success: 10_000 };

const postgres = await startCrashablePostgres();
const proxy = await startStallingProxy(postgres.port);
afterAll(async () => {
  await proxy.stop();
  await postgres.stop();
});
// Closed by the harness before PostgreSQL is stopped, as hooks run last come, first served.
const app = await testApp({ databaseUrl: postgres.url(proxy.port) });
const user = await app.user();

/** What a client saw: of each title, whether it was acknowledged. */
const acknowledged = new Map<string, boolean>();
const slowest = { refusal: 0 };
let filed = 0;

async function file(by: TestUser): Promise<boolean> {
  filed += 1;
  const title = `Bug ${filed}`;
  const begun = Date.now();
  const { status, headers } = await by.call(createBug, { body: { ...aBug, title } });
  acknowledged.set(title, status === 201);
  if (status === 201) return true;
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  slowest.refusal = Math.max(slowest.refusal, Date.now() - begun);
  return false;
}

/** Keeps filing on several connections while `work` is done. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const clients = Array.from({ length: 6 }, async () => {
    while (!stop.signal.aborted) await file(user);
  });
  try {
    await work();
  } finally {
    stop.abort();
    await Promise.all(clients);
  }
}

/** Fails unless a call succeeds soon. */
async function comesBack(): Promise<void> {
  await expect.poll(() => file(user), { timeout: promised.success, interval: 50 }).toBe(true);
}

async function nothingIsLostOrDoubled(): Promise<void> {
  const rows = await app.store.db.selectFrom('bugs').select(['title', 'number']).orderBy('number').execute();
  const titles = rows.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const stored = new Set(titles);
  const lost = [...acknowledged].filter(([title, yes]) => yes && !stored.has(title));
  expect(lost).toEqual([]);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
  const counters = await app.store.db.selectFrom('counters').selectAll().orderBy('name').execute();
  expect(counters.map(({ value }) => value)).toEqual([rows.length, expect.any(Number)]);
}

test(`PostgreSQL crashes ${restarts} times under load: 503 at worst, back within five seconds, nothing lost or doubled`, async () => {
  await underLoad(async () => {
    for (let i = 0; i < restarts; i += 1) {
      await postgres.crash();
      await comesBack();
    }
  });
  await comesBack();
  expect(slowest.refusal).toBeLessThan(promised.refusal);
  expect([...acknowledged.values()].filter(Boolean).length).toBeGreaterThan(restarts);
  await nothingIsLostOrDoubled();
}, 300_000);

test('the network goes silent: callers are answered 503 within two seconds, and served again when it is back', async () => {
  slowest.refusal = 0;
  await underLoad(async () => {
    proxy.stall();
    const reads = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const begun = Date.now();
        const { status, headers } = await user.send('GET', '/api/bugs?limit=1');
        return { status, retry: headers.get('retry-after'), slow: Date.now() - begun > promised.refusal };
      }),
    );
    expect(reads).toEqual(reads.map(() => ({ status: 503, retry: '2', slow: false })));
    expect((await app.anonymous.send('GET', '/healthz')).status).toBe(200);
    expect((await app.anonymous.send('GET', '/readyz')).status).toBe(503);
    proxy.resume();
    await comesBack();
  });
  await comesBack();
  expect(slowest.refusal).toBeLessThan(promised.refusal);
  await nothingIsLostOrDoubled();
}, 120_000);

test('no connection is left behind', async () => {
  const count = sql<{
    n: string;
  }>`select count(*) as n from pg_stat_activity where application_name = 'katydid'`;
  const { rows } = await app.store.write((tx) => count.execute(tx));
  expect(Number(rows[0]?.n)).toBeLessThanOrEqual(10);
  const answers = await Promise.all(Array.from({ length: 40 }, () => user.send('GET', '/api/bugs?limit=1')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});
