import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { getStats } from '#contract/bugs/stats.ts';
import { recordChange } from '#server/engine/changes.ts';
import { openDatabase } from '#server/engine/open.ts';
import { testDatabase } from '#server/test/database.ts';
import { testApp } from '#server/test/harness.ts';
import { Answer } from './answer.ts';
import { type CachedResponse, VersionedCache, cacheResponses } from './response-cache.ts';
import type { Handler, RequestContext } from './request-context.ts';

const databaseUrl = await testDatabase();
const day = 24 * 60 * 60_000;
let now = Date.now();
const app = await testApp({ databaseUrl, time: () => now });
/** Another process's access to the database. */
const other = await openDatabase(databaseUrl, { exclusive: false });
const [ann, ben, admin] = [await app.user(), await app.user(), await app.user({ role: 'admin' })];

test('a repeated read is the same until a change, and shows each change', async () => {
  const bug = await app.bug(ann);
  const params = { id: bug._id };
  for (let i = 1; i <= 50; i += 1) {
    const title = `Title ${i}`;
    await ann.call(updateBug, { params, body: { title } });
    for (const reader of [ann, ben, ann]) {
      const one = await reader.call(getBug, { params });
      expect([one.body.title, one.headers.get('etag')]).toEqual([title, `"${i + 1}"`]);
      const [first] = (await reader.call(listBugs, { query: { limit: '1' } })).body;
      expect(first?.title).toBe(title);
    }
  }
});

test('each caller gets their own response', async () => {
  await app.bug(ann, { assignedTo: ben._id });
  const mine = async (reader: typeof ann) => (await reader.call(getStats, {})).body.assignedToMe;
  const list = async (reader: typeof ann) =>
    (await reader.call(listBugs, { query: { limit: '50', assignedTo: 'me' } })).body.length;
  const filed = async (reader: typeof ann) =>
    (await reader.call(listBugs, { query: { limit: '50', createdBy: 'me' } })).body.length > 0;
  const queried = async (reader: typeof ann) =>
    (await reader.call(listBugs, { query: { limit: '50', query: 'assignee:@ME' } })).body.length;
  for (let i = 0; i < 2; i += 1) {
    expect([await mine(ann), await mine(ben), await list(ann), await list(ben)]).toEqual([0, 1, 0, 1]);
    expect([await filed(ann), await filed(ben)]).toEqual([true, false]);
    expect([await queried(ann), await queried(ben)]).toEqual([0, 1]);
  }
});

test('a change by another process is in the next response', async () => {
  const bug = await app.bug(ann);
  const name = async () => (await ben.call(getBug, { params: { id: bug._id } })).body.createdBy.name;
  for (const next of ['Ann First', 'Ann Second', 'Ann Third']) {
    await other.write(async (tx) => {
      await sql`update users set name = ${next} where id = ${ann._id}`.execute(tx);
      recordChange(tx, { kind: 'user', id: ann._id, version: null });
    });
    expect(await name()).toBe(next);
  }
});

test('a session that is ended or expires is refused immediately', async () => {
  const [gone, idle] = [await app.user(), await app.user()];
  const status = async (who: typeof ann) => (await who.call(getStats, {})).status;
  expect([await status(gone), await status(idle)]).toEqual([200, 200]);
  await admin.call(updateManagedUser, { params: { id: gone._id }, body: { suspended: true } });
  expect([await status(gone), await status(idle)]).toEqual([401, 200]);
  now += 8 * day;
  expect(await status(idle)).toBe(401);
});

test('responses are cached per caller, or per address if shared, and streams never', async () => {
  const responses = new VersionedCache<CachedResponse>(10_000, () => 10);
  const handler = vi.fn<Handler>(async ({ request: { url } }) =>
    url === '/stream'
      ? new Answer(Readable.from(['x']))
      : new Answer({ url }, { etag: '"1"' }, { cache: url === '/shared' ? 'shared' : 'caller' }),
  );
  const cached = cacheResponses(handler, z.unknown(), responses);
  const reply = { compileSerializationSchema: () => JSON.stringify };
  const call = async (userId: string, url: string, databaseVersion: number | undefined) => {
    const context = { databaseVersion, request: { url }, reply, caller: { _id: userId } };
    return cached(context as unknown as RequestContext);
  };
  const first = await call('ann', '/a', 1);
  expect(first).toMatchObject({ body: '{"url":"/a"}', headers: { etag: '"1"' } });
  expect(await call('ann', '/a', 1)).toBe(first);
  expect(handler).toHaveBeenCalledTimes(1);
  for (const [userId, url, version] of [
    ['ben', '/a', 1],
    ['ann', '/b', 1],
    ['ann', '/a', 2],
    ['ann', '/stream', 2],
    ['ann', '/stream', 2],
    ['ann', '/a', undefined],
    ['ann', '/a', undefined],
    ['ann', '/shared', 2],
  ] as const)
    await call(userId, url, version);
  expect(handler).toHaveBeenCalledTimes(9);
  expect(await call('ben', '/shared', 2)).toMatchObject({ body: '{"url":"/shared"}' });
  expect(handler).toHaveBeenCalledTimes(9);
  await call('ben', '/shared', 3);
  expect(handler).toHaveBeenCalledTimes(10);
});
