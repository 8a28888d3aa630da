import { describe, expect, inject, test } from 'vitest';
import { updateManagedUser, getTimes } from '#contract/admin/admin.ts';
import * as bugs from '#contract/bugs/bugs.ts';
import { logout } from '#contract/accounts/users.ts';
import { maxLongReads } from '#server/engine/postgres/open.ts';
import { defaultConnections } from '#server/engine/store.ts';
import { aBug, testApp } from '#server/test/harness.ts';

/** An answer is included in the metrics a moment later. */
const pollOptions = { timeout: 30_000 };
const metricsToken = 'clover-under-the-orchard-wall';

/** The samples of a metric, by the labels in braces. */
function samples(text: unknown, name: string): Map<string, number> {
  const lines = [...String(text).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)];
  return new Map(lines.filter((line) => line[1] === name).map((line) => [line[2] ?? '', Number(line[3])]));
}

/** An application whose metrics are scraped with their token, and its answers by route, without those scrapes. */
async function metricsApp(options?: Parameters<typeof testApp>[0]) {
  const app = await testApp({ ...options, settings: { metricsToken } });
  const program = app.as(metricsToken);
  const read = async () => (await program.send('GET', '/metrics')).body;
  async function answered(): Promise<Record<string, number>> {
    const counts = samples(await read(), 'katydid_http_requests_total');
    return Object.fromEntries([...counts].filter(([labels]) => !labels.includes('/metrics')));
  }
  return { ...app, program, read, answered };
}

describe('/metrics', () => {
  test('exists only for admins if no token is set', async () => {
    const app = await testApp();
    const [admin, user] = [await app.user({ role: 'admin' }), await app.user()];
    for (const client of [app.anonymous, user, app.as(metricsToken), app.as('')]) {
      const { status, error } = await client.send('GET', '/metrics');
      expect([status, error.code]).toEqual([404, 'not_found']);
    }
    const { status, headers } = await admin.send('GET', '/metrics');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
    expect((await admin.send('HEAD', '/metrics')).status).toBe(200);
    await admin.call(logout, {});
    expect((await admin.send('GET', '/metrics')).status).toBe(404);
  });

  test('requires the token or an admin if a token is set', async () => {
    const app = await metricsApp();
    const [admin, user, lapsed] = [
      await app.user({ role: 'admin' }),
      await app.user(),
      await app.user({ role: 'admin' }),
    ];
    await admin.call(updateManagedUser, { params: { id: lapsed._id }, body: { suspended: true } });
    const wrong = [`${metricsToken}x`, metricsToken.slice(1), metricsToken.toUpperCase(), ''];
    for (const client of [app.anonymous, user, lapsed, ...wrong.map((token) => app.as(token))]) {
      const { status, error, headers } = await client.send('GET', '/metrics');
      expect([status, error.code, headers.get('www-authenticate')]).toEqual([401, 'unauthorized', 'Bearer']);
      expect(error.message).not.toContain(metricsToken);
    }
    for (const client of [admin, app.program])
      expect((await client.send('GET', '/metrics')).status).toBe(200);
    // The token gives access to nothing else.
    expect((await app.program.send('GET', '/api/bugs')).status).toBe(401);
    expect((await app.program.call(getTimes, {})).status).toBe(401);
    expect(app.lines.join('')).not.toContain(metricsToken);
  });

  test('counts answers by method, route and status', async () => {
    const app = await metricsApp();
    const [user, other] = [await app.user(), await app.user()];
    const filed = [await app.bug(user), await app.bug(user)];
    for (const { _id: id } of [...filed, ...filed]) await user.call(bugs.getBug, { params: { id } });
    await other.call(bugs.deleteBug, { params: { id: filed[0]?._id ?? '' } });
    await user.send('HEAD', '/api/bugs/stats');
    await user.send('GET', '/api/bugs/none');
    await user.send('POST', '/api/bugs', {
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    await user.send('PATCH', '/api/bugs');
    for (const path of ['/api/nothing', '/api/bugs/%zz', '/nothing']) await app.anonymous.send('GET', path);
    await app.anonymous.send('GET', '/api/bugs');
    await app.anonymous.send('GET', '/healthz');
    await expect.poll(app.answered, pollOptions).toEqual({
      'method="POST",route="/api/bugs",status="201"': 2,
      'method="POST",route="/api/bugs",status="400"': 1,
      'method="GET",route="/api/bugs/:id",status="200"': 4,
      'method="GET",route="/api/bugs/:id",status="404"': 1,
      'method="DELETE",route="/api/bugs/:id",status="403"': 1,
      'method="HEAD",route="/api/bugs/stats",status="200"': 1,
      'method="PATCH",route="/api/bugs",status="405"': 1,
      'method="GET",route="unknown",status="404"': 3,
      'method="GET",route="/api/bugs",status="401"': 1,
      'method="GET",route="/healthz",status="200"': 1,
    });
  });

  test('has buckets that add up to the number of answers', async () => {
    const app = await metricsApp();
    const user = await app.user();
    const { _id: id } = await app.bug(user);
    for (let i = 0; i < 25; i += 1) await user.call(bugs.getBug, { params: { id } });
    const labels = 'method="GET",route="/api/bugs/:id"';
    await expect.poll(async () => (await app.answered())[`${labels},status="200"`], pollOptions).toBe(25);
    const text = await app.read();
    const all = samples(text, 'katydid_http_request_duration_seconds_bucket');
    const own = [...all].filter(([key]) => key.endsWith(labels));
    const counts = own.map(([, count]) => count);
    expect(own.map(([key]) => Number(/le="(.+?)"/.exec(key)?.[1]?.replace('+Inf', 'Infinity')))).toEqual([
      0.001,
      0.0025,
      0.005,
      0.01,
      0.025,
      0.05,
      0.1,
      0.25,
      0.5,
      1,
      2.5,
      5,
      10,
      Infinity,
    ]);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(25);
    expect(samples(text, 'katydid_http_request_duration_seconds_count').get(labels)).toBe(25);
    expect(samples(text, 'katydid_http_request_duration_seconds_sum').get(labels)).toBeGreaterThan(0);
  });

  test('has one label for all unknown addresses', async () => {
    const app = await metricsApp();
    for (let i = 0; i < 1_000; i += 50) {
      const paths = Array.from({ length: 50 }, (_, n) => `/${Math.random()}/${i + n}`);
      await Promise.all(paths.map((path) => app.anonymous.send('GET', path)));
    }
    await app.anonymous.send('PROPFIND', '/api/nothing');
    await expect.poll(app.answered, pollOptions).toEqual({
      'method="GET",route="unknown",status="404"': 1_000,
      'method="other",route="unknown",status="404"': 1,
    });
  });

  test('has gauges of the resources and queues of the process', async () => {
    // Of two requests that have to wait, one is refused at once.
    const longest = 60_000;
    const app = await metricsApp({
      admissionLimits: { maxWaiting: 1, longest, burst: { requests: 0, longest } },
    });
    const user = await app.user();
    const value = async (name: string, labels = '') => samples(await app.read(), name).get(labels);
    expect(await value('katydid_sessions')).toBe(1);
    await app.user();
    // A count is cached for a while.
    expect(await value('katydid_sessions')).toBe(1);
    expect(await value('katydid_jobs', 'state="dead"')).toBe(0);
    expect(await value('katydid_requests_refused_total')).toBe(0);
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(await value('nodejs_eventloop_lag_p99_seconds')).toBeDefined();

    const abort = new AbortController();
    const headers = { authorization: `Bearer ${user.token}` };
    await fetch(`${app.url}/api/live`, { headers, signal: abort.signal });
    expect(await value('katydid_live_streams')).toBe(1);
    abort.abort();
    await expect.poll(() => value('katydid_live_streams'), pollOptions).toBe(0);
    await expect
      .poll(app.answered, pollOptions)
      .toEqual({ 'method="GET",route="/api/live",status="200"': 1 });

    const done = Promise.withResolvers<void>();
    // There is one connection that writes to a SQLite file.
    const inUse = inject('engine') === 'postgres' ? defaultConnections - maxLongReads : 1;
    const write = (count: number, until: Promise<void>) =>
      Promise.allSettled(Array.from({ length: count }, () => app.store.write(() => until)));
    // Connections are opened before they are held: on a busy machine, that may take longer than a caller waits.
    for (let round = 0; round < 3; round += 1) await write(inUse, Promise.resolve());
    const held = write(inUse + 10, done.promise);
    await expect.poll(() => value('katydid_database_connections', 'state="in_use"'), pollOptions).toBe(inUse);
    // The server's own background work may wait with them.
    await expect.poll(() => value('katydid_database_waiting'), pollOptions).toBeGreaterThanOrEqual(10);
    // Those that are served wait for the database.
    const crowd = Array.from({ length: 30 }, () => user.call(bugs.createBug, { body: aBug }));
    expect((await Promise.race(crowd)).status).toBe(503);
    done.resolve();
    await held;
    await Promise.all(crowd);
    const refused = await value('katydid_requests_refused_total');
    expect(refused).toBeGreaterThan(0);
    expect(await value('katydid_requests_refused_total')).toBe(refused);
    await expect.poll(() => value('katydid_database_connections', 'state="in_use"'), pollOptions).toBe(0);
    await expect.poll(() => value('katydid_database_waiting'), pollOptions).toBe(0);
  });
});

describe('the times of the last minutes', () => {
  test('are listed by route, with the longest total first, and expire', async () => {
    const app = await testApp();
    const admin = await app.user({ role: 'admin' });
    const filed = await app.bug(admin);
    for (let i = 0; i < 4; i += 1) await admin.call(bugs.getBug, { params: { id: filed._id } });
    const times = async () => (await admin.call(getTimes, {})).body;
    const calls = async () =>
      Object.fromEntries((await times()).routes.map((one) => [`${one.method} ${one.route}`, one.calls]));
    await expect.poll(calls, pollOptions).toMatchObject({ 'POST /api/bugs': 1, 'GET /api/bugs/:id': 4 });
    const body = await times();
    expect([body.minutes, body.instance.endsWith(new URL(app.url).port)]).toEqual([5, true]);
    const totals = body.routes.map(({ total }) => total);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    for (const { p50, p95, slowest, total, failures } of body.routes) {
      expect([p50, p95, slowest, total]).toEqual([p50, p95, slowest, total].toSorted((a, b) => a - b));
      expect(failures).toBe(0);
    }
    app.clock.offset = 6 * 60_000;
    expect((await times()).routes.filter(({ route }) => route.startsWith('/api/bugs'))).toEqual([]);
  });

  test('count failures of the server', async () => {
    const app = await testApp();
    const admin = await app.user({ role: 'admin' });
    await admin.call(bugs.createBug, { body: aBug });
    await app.store.write((tx) => tx.schema.alterTable('bugs').renameTo('lost').execute());
    await admin.send('GET', '/api/bugs?limit=1');
    await admin.send('GET', '/api/bugs?limit=x');
    const lists = async () => {
      const { routes } = (await admin.call(getTimes, {})).body;
      return routes.find(({ method, route }) => `${method} ${route}` === 'GET /api/bugs');
    };
    await expect.poll(lists, pollOptions).toMatchObject({ calls: 2, failures: 1 });
  });
});
