import { describe, expect, test } from 'vitest';
import { deleteBug, getBug, updateBug } from '#contract/bugs/bugs.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { sinceHeader } from '#contract/live.ts';
import { login, logout, updateProfile } from '#contract/accounts/users.ts';
import { password, testApp } from '#server/test/harness.ts';
import { LiveReader } from '#server/test/live-reader.ts';

const app = await testApp();
const [ann, ben] = [await app.user(), await app.user()];

const open = (token = ben.token, since?: number | string) => LiveReader.open(app.url, token, since);

describe('GET /api/live', () => {
  test('sends changes of other users by id and version', async () => {
    const stream = await open();
    const bug = await app.bug(ann);
    await ann.call(updateBug, { params: { id: bug._id }, body: { status: 'resolved' } });
    await ann.call(deleteBug, { params: { id: bug._id } });
    const events = await stream.take(3);
    expect(events.map(({ data }) => data)).toEqual([
      { type: 'bug', _id: bug._id, version: 1 },
      { type: 'bug', _id: bug._id, version: 2 },
      { type: 'bug', _id: bug._id, version: null },
    ]);
    const [first = 0] = events.map(({ id }) => id);
    expect(events.map(({ id }) => id)).toEqual([first, first + 1, first + 2]);
    stream.close();
  });

  test('sends the changed bug as GET /api/bugs/:id returns it, and the number of streams', async () => {
    const [stream, other] = [await open(), await open(ann.token)];
    const { _id: id } = await app.bug(ann, { assignedTo: ann._id });
    const current = async () => (await ben.call(getBug, { params: { id } })).body;
    expect((await stream.next())?.bug).toEqual(await current());
    await ann.call(createComment, { params: { id }, body: { body: 'Seen here, too' } });
    expect((await stream.next())?.bug).toEqual(await current());
    await ann.call(updateBug, { params: { id }, body: { title: 'Another title', priority: 'high' } });
    const edited = await stream.next();
    expect([edited?.data['version'], edited?.bug]).toEqual([2, await current()]);
    expect(stream.streams).toBeGreaterThanOrEqual(2);
    const caughtUp = await open(ben.token, (edited?.id ?? 0) - 1);
    expect(await caughtUp.next()).toEqual(edited);
    for (const each of [stream, other, caughtUp]) each.close();
  });

  test('sends no bug that is large or deleted', async () => {
    const stream = await open();
    const bug = await app.bug(ann, { description: 'x'.repeat(8_000) });
    expect((await stream.next())?.bug).toBeUndefined();
    await ann.call(updateBug, { params: { id: bug._id }, body: { description: '\u0001'.repeat(2_000) } });
    expect((await stream.next())?.bug).toBeUndefined();
    await ann.call(updateBug, { params: { id: bug._id }, body: { description: 'Short' } });
    expect((await stream.next())?.bug?.description).toBe('Short');
    await ann.call(deleteBug, { params: { id: bug._id } });
    expect((await stream.next())?.bug).toBeUndefined();
    stream.close();
  });

  test('sends new users and new names', async () => {
    const stream = await open();
    await ann.call(updateProfile, { body: { name: 'Anna' } });
    expect((await stream.next())?.data).toEqual({ type: 'user', _id: ann._id, version: null });
    stream.close();
  });

  test('sends changes of an inbox only to its user, even when a stream catches up', async () => {
    const streams = [await open(ann.token), await open(ben.token)] as const;
    const bug = await app.bug(ann);
    await ben.call(createComment, { params: { id: bug._id }, body: { body: 'Seen here, too' } });
    await app.runJobs();
    const { _id: last } = await app.bug(ben);
    const since = ((await streams[1].next())?.id ?? 0) - 1;
    streams[1].close();
    const kinds = async (stream: LiveReader): Promise<string[]> => {
      const data = (await stream.next())?.data;
      if (data?.['_id'] === last) return [];
      return [`${String(data?.['type'])} ${data?.['_id'] === ann._id}`, ...(await kinds(stream))];
    };
    const late = [await open(ann.token, since), await open(ben.token, since)] as const;
    const toAnn = ['bug false', 'comments false', 'inbox true'];
    expect([await kinds(streams[0]), await kinds(late[0])]).toEqual([toAnn, toAnn]);
    expect(await kinds(late[1])).toEqual(toAnn.slice(0, 2));
    for (const stream of [streams[0], ...late]) stream.close();
  });

  test('sends nothing for refused requests', async () => {
    const bug = await app.bug(ann);
    const stream = await open();
    const params = { id: bug._id };
    await ben.call(updateBug, { params, body: { title: 'Not mine' } });
    await ann.call(updateBug, { params, body: { title: 'Too late' } }, { 'if-match': '"9"' });
    await ann.call(updateBug, { params, body: {} });
    await ann.call(deleteBug, { params });
    expect((await stream.next())?.data).toEqual({ type: 'bug', _id: bug._id, version: null });
    stream.close();
  });

  test('a stream that is resumed after a break misses nothing and repeats nothing', async () => {
    const before = await open();
    const bugs = [await app.bug(ann), await app.bug(ann), await app.bug(ann)];
    const [first] = await before.take(1);
    before.close();
    const after = await open(ben.token, first?.id);
    bugs.push(await app.bug(ann));
    const seen = [first, ...(await after.take(3))].map((event) => event?.data['_id']);
    expect(seen).toEqual(bugs.map(({ _id }) => _id));
    after.close();
  });

  test('a stream that begins at the change named by a response misses nothing later', async () => {
    const bug = await app.bug(ann);
    const { headers } = await ben.call(getBug, { params: { id: bug._id } });
    await ann.call(updateBug, { params: { id: bug._id }, body: { title: 'Changed since' } });
    const stream = await open(ben.token, headers.get(sinceHeader) ?? '');
    const seen = async (): Promise<unknown> => {
      const event = await stream.next();
      return event?.data['version'] === 2 && event.data['_id'] === bug._id ? event.data : seen();
    };
    expect(await seen()).toEqual({ type: 'bug', _id: bug._id, version: 2 });
    stream.close();
  });

  test('streams opened during many changes each see all of them once and in order', async () => {
    const { headers } = await ann.call(getBug, { params: { id: (await app.bug(ann))._id } });
    const since = Number(headers.get(sinceHeader));
    const file = async (count: number) => {
      for (let i = 0; i < count; i += 1) await app.bug(ann);
    };
    const filing = Promise.all([file(20), file(20), file(20)]);
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(ben.token, since)));
    await filing;
    for (const stream of streams) {
      const ids = (await stream.take(60)).map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: 60 }, (_, i) => since + i + 1));
      stream.close();
    }
  });

  test('sends a reset if missed changes are no longer stored', async () => {
    // Waits until the server has read the change: every stream misses changes that are removed before they are read.
    const current = await open(ben.token);
    await app.bug(ann);
    await current.next();
    current.close();
    await app.store.write(async (tx) => {
      await tx.deleteFrom('changes').execute();
    });
    const stream = await open(ben.token, 0);
    expect((await stream.next())?.event).toBe('reset');
    const bug = await app.bug(ann);
    expect((await stream.next())?.data['_id']).toBe(bug._id);
    stream.close();
  });

  test('keeps no more changes than it needs', async () => {
    const own = await testApp();
    const user = await own.user();
    await own.store.write((tx) =>
      tx.updateTable('counters').set({ value: 20_098 }).where('name', '=', 'changes').execute(),
    );
    await own.store.write((tx) =>
      tx.insertInto('changes').values({ seq: 10_000, kind: 'bug', id: user._id, version: 1 }).execute(),
    );
    await own.bug(user);
    await own.bug(user);
    await own.store.numberChanges();
    await own.runJob('clean up changes');
    const rows = await own.store.db.selectFrom('changes').select('seq').orderBy('seq').execute();
    expect(rows.map(({ seq }) => seq)).toEqual([20_099, 20_100]);
  });
});

describe('the number of streams', () => {
  const get = (token: string) =>
    fetch(`${app.url}/api/live`, { headers: { authorization: `Bearer ${token}` } });

  test('is limited for each user; closed streams do not count', async () => {
    const user = await app.user();
    const streams = await Promise.all(Array.from({ length: 50 }, () => get(user.token)));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await user.send('GET', '/api/live');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    const other = await get(ben.token);
    expect(other.status).toBe(200);
    for (const { body } of [...streams, other]) await body?.cancel();
    await expect.poll(async () => (await get(user.token)).status, { timeout: 30_000 }).toBe(200);
  });

  test('does not count HEAD requests or clients that have already gone', async () => {
    const user = await app.user();
    for (let i = 0; i < 51; i += 1) expect((await user.send('HEAD', '/api/live')).status).toBe(200);
    const headers = { authorization: `Bearer ${user.token}` };
    const gone = Array.from({ length: 101 }, async (_, i) => {
      const signal = AbortSignal.timeout(i % 20);
      await fetch(`${app.url}/api/live`, { headers, signal }).then((response) => response.body?.cancel());
    });
    await Promise.allSettled(gone);
    await expect.poll(async () => (await get(user.token)).status, { timeout: 30_000 }).toBe(200);
  });
});

describe('a live stream ends with its session', () => {
  test('at logout, while the stream of the user’s other session continues', async () => {
    const user = await app.user();
    const other = await app.anonymous.call(login, { body: { email: user.email, password } });
    const [ends, stays] = [await open(user.token), await open(other.body.token)];
    await user.call(logout, {});
    expect(await ends.next()).toBeUndefined();
    const bug = await app.bug(ann);
    expect((await stays.next())?.data['_id']).toBe(bug._id);
    stays.close();
  });

  test('when the password changes elsewhere', async () => {
    const user = await app.user();
    const other = await app.anonymous.call(login, { body: { email: user.email, password } });
    const [stays, ends] = [await open(user.token), await open(other.body.token)];
    await user.call(updateProfile, {
      body: { currentPassword: password, newPassword: 'another green thing' },
    });
    expect(await ends.next()).toBeUndefined();
    const bug = await app.bug(ann);
    expect((await stays.next())?.data['_id']).toBe(bug._id);
    stays.close();
  });

  test('no stream is opened without a session', async () => {
    expect((await app.anonymous.send('GET', '/api/live')).status).toBe(401);
    expect((await app.anonymous.send('GET', `/api/live?token=${ann.token}`)).status).toBe(401);
  });

  test.each(['since=-1', 'since=x', 'since=1e3', 'since=9999999999', 'last=1'])(
    '400 for %s',
    async (query) => {
      expect((await ann.send('GET', `/api/live?${query}`)).status).toBe(400);
    },
  );
});
