import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { updateBug } from '#contract/bugs/bugs.ts';
import { aBug, testApp } from '#server/test/harness.ts';
import { DatabaseTime } from './database-time.ts';

const webRoot = await mkdtemp(join(tmpdir(), 'katydid-web-'));
await mkdir(join(webRoot, 'assets'));
await writeFile(join(webRoot, 'index.html'), '<p>');
await writeFile(join(webRoot, 'assets/app-abc.js'), 'plain');
afterAll(() => rm(webRoot, { recursive: true }));

const app = await testApp({ webRoot });
const [user, other] = [await app.user(), await app.user()];
const bug = await app.bug(user);

const header = (headers: Headers) => headers.get('server-timing') ?? 'none';
const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const both = /^db;dur=\d+(\.\d)?, total;dur=\d+(\.\d)?$/;
const totalAlone = /^total;dur=\d+$/;

describe('signed-in users receive both times', () => {
  test.each([
    ['GET', `/api/bugs/${bug._id}`, undefined, 200],
    ['HEAD', `/api/bugs/${bug._id}`, undefined, 200],
    ['GET', '/api/bugs', undefined, 200],
    ['GET', '/api/bugs?limit=x', undefined, 400],
    ['GET', '/api/bugs/none', undefined, 404],
    ['GET', '/api/admin/users', undefined, 403],
    ['POST', '/api/bugs', json(aBug), 201],
    ['POST', '/api/bugs', json({}), 400],
    ['PUT', `/api/bugs/${bug._id}`, json({ title: 'Changed' }), 403],
  ])('%s %s', async (method, path, init, expected) => {
    const { status, headers } = await other.send(method, path, init);
    expect(status).toBe(expected);
    expect(header(headers)).toMatch(both);
  });

  test('with a stream that stays open', async () => {
    const abort = new AbortController();
    const { headers } = await fetch(`${app.url}/api/live`, {
      headers: { authorization: `Bearer ${user.token}` },
      signal: abort.signal,
    });
    abort.abort();
    expect(header(headers)).toMatch(both);
  });

  test('with an internal error', async () => {
    const own = await testApp();
    const caller = await own.user();
    await own.store.write((tx) => tx.schema.alterTable('bugs').renameTo('lost').execute());
    const { status, headers } = await caller.send('GET', '/api/bugs');
    expect(status).toBe(500);
    expect(header(headers)).toMatch(both);
  });
});

describe('others receive only the total time, rounded', () => {
  test.each([
    ['POST', '/api/users/login', json({ email: user.email, password: 'not this one' }), 401],
    ['POST', '/api/users/login', json({ email: 'nobody@example.com', password: 'not this one' }), 401],
    ['GET', '/api/users/registration', undefined, 200],
    ['GET', '/api/bugs', undefined, 401],
    ['PATCH', '/api/bugs', undefined, 405],
    ['GET', '/api/nothing', undefined, 404],
    ['GET', '/api/bugs/%zz', undefined, 404],
    ['GET', '/healthz', undefined, 200],
    ['GET', '/readyz', undefined, 200],
    ['GET', '/bugs', undefined, 200],
    ['HEAD', '/login', undefined, 200],
    ['GET', '/assets/app-abc.js', undefined, 200],
    ['GET', '/assets/other.js', undefined, 404],
  ])('%s %s', async (method, path, init, expected) => {
    const { status, headers } = await app.anonymous.send(method, path, init);
    expect(status).toBe(expected);
    expect(header(headers)).toMatch(totalAlone);
  });

  test('with a file that did not change', async () => {
    const { headers } = await app.anonymous.send('GET', '/assets/app-abc.js');
    const again = await app.anonymous.send('GET', '/assets/app-abc.js', {
      // Without a cache header, `fetch` would not request a cached response.
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    expect(header(again.headers)).toMatch(totalAlone);
  });
});

/** How many transactions wait for a lock of another. */
async function waiting(): Promise<number> {
  if (inject('engine') === 'sqlite') return app.store.connections().waiting;
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.store.db,
  );
  return Number(rows[0]?.n);
}

test('waiting for the database counts as time in the database', async () => {
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const holder = app.store.write(async (tx) => {
    await tx.updateTable('bugs').set({ version: 1 }).where('id', '=', bug._id).execute();
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  const edit = user.call(updateBug, { params: { id: bug._id }, body: { title: 'Late' } });
  await expect.poll(waiting).toBe(1);
  await delay(40);
  held.resolve();
  await holder;
  const { status, headers } = await edit;
  const [db, total] = [...header(headers).matchAll(/dur=([\d.]+)/g)].map(([, ms]) => Number(ms));
  expect(status).toBe(200);
  expect(db).toBeGreaterThanOrEqual(39);
  expect(total).toBeGreaterThanOrEqual(db ?? 0);
});

test('the time of concurrent queries counts once', async () => {
  const time = new DatabaseTime();
  const began = performance.now();
  await Promise.all([time.count(() => delay(20)), time.count(() => delay(25))]);
  await expect(time.count(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const passed = performance.now() - began;
  await delay(20);
  expect(time.total).toBeGreaterThan(23);
  expect(time.total).toBeLessThanOrEqual(passed);
});
