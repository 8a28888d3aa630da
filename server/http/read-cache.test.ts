import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getBug, listBugs, updateBug } from '#contract/bugs.ts';
import { updateManagedUser } from '#contract/admin.ts';
import { getStats } from '#contract/stats.ts';
import { openDatabase } from '#server/db/open.ts';
import { testDatabase } from '#server/test/database.ts';
import { testApp } from '#server/test/harness.ts';
import { ReadCache } from './read-cache.ts';

const databaseUrl = await testDatabase();
const day = 24 * 60 * 60_000;
let now = Date.now();
const app = await testApp({ databaseUrl, time: () => now });
/** Another program that works with the same database. */
const other = await openDatabase(databaseUrl, { exclusive: false });
const [ann, ben, admin] = [await app.user(), await app.user(), await app.user({ role: 'admin' })];

test('what is read again is the same, and after each change what has changed', async () => {
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

test('each reader gets what is theirs', async () => {
  await app.bug(ann, { assignedTo: ben._id });
  const mine = async (reader: typeof ann) => (await reader.call(getStats, {})).body.assignedToMe;
  const list = async (reader: typeof ann) =>
    (await reader.call(listBugs, { query: { limit: '50', assignedTo: 'me' } })).body.length;
  for (let i = 0; i < 2; i += 1) {
    expect([await mine(ann), await mine(ben), await list(ann), await list(ben)]).toEqual([0, 1, 0, 1]);
  }
});

test('what another program changes is there with the next answer', async () => {
  const bug = await app.bug(ann);
  const name = async () => (await ben.call(getBug, { params: { id: bug._id } })).body.createdBy.name;
  for (const next of ['Ann First', 'Ann Second', 'Ann Third']) {
    await other.write((tx) => sql`update users set name = ${next} where id = ${ann._id}`.execute(tx));
    expect(await name()).toBe(next);
  }
});

test('a session that ends by a change or by its time is dead at once', async () => {
  const [gone, idle] = [await app.user(), await app.user()];
  const status = async (who: typeof ann) => (await who.call(getStats, {})).status;
  expect([await status(gone), await status(idle)]).toEqual([200, 200]);
  await admin.call(updateManagedUser, { params: { id: gone._id }, body: { suspended: true } });
  expect([await status(gone), await status(idle)]).toEqual([401, 200]);
  now += 8 * day;
  expect(await status(idle)).toBe(401);
});

test('what was read before a change is not given once the change is known', () => {
  const cache = new ReadCache<string>(100, ({ length }) => length);
  cache.keep('a', 'first', 1);
  expect([cache.get('a', 1), cache.get('b', 1)]).toEqual(['first', undefined]);
  expect(cache.get('a', 2)).toBeUndefined();
  // Who began to read before the change, and is slower than others that know of it.
  cache.keep('a', 'first', 1);
  expect([cache.get('a', 1), cache.get('a', 2)]).toEqual([undefined, undefined]);
  cache.keep('a', 'second', 2);
  expect([cache.get('a', 1), cache.get('a', 2), cache.get('a', 3)]).toEqual([undefined, 'second', undefined]);
});

test('it holds no more than it may, and nothing where the state is not known', () => {
  const cache = new ReadCache<string>(800, ({ length }) => length);
  const keys = Array.from({ length: 100 }, (_, i) => `key ${i}`);
  for (const key of keys) cache.keep(key, 'x'.repeat(44), 1);
  const held = keys.filter((key) => cache.get(key, 1) !== undefined);
  expect(held).toContain('key 99');
  expect(held.length * 50).toBeLessThanOrEqual(800);
  cache.keep('long', 'x'.repeat(500), 1);
  expect(cache.get('long', 1)).toBeUndefined();
  cache.keep('a', 'b', undefined);
  expect([cache.get('a', undefined), cache.get('a', 1)]).toEqual([undefined, undefined]);
});
