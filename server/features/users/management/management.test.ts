import { describe, expect, test } from 'vitest';
import { endUserSessions, listManagedUsers, updateManagedUser } from '#contract/admin/admin.ts';
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts';
import { getProfile, login } from '#contract/accounts/users.ts';
import { type TestUser, password, testApp } from '#server/test/harness.ts';
import { LiveReader } from '#server/test/live-reader.ts';

const missing = '01900000-0000-7000-8000-000000000000';

describe('GET /api/admin/users', () => {
  test('200 with every account by name; `q` searches names and addresses', async () => {
    const app = await testApp();
    const admin = await app.user({ name: 'Zed', role: 'admin' });
    const ann = await app.user({ name: 'Ann', email: 'ann@one.example' });
    await app.user({ name: 'bob', email: 'bob@two.example' });
    const { body } = await admin.call(listManagedUsers, {});
    expect(body.map(({ name }) => name)).toEqual(['Ann', 'bob', 'Zed']);
    expect(body[0]).toEqual({
      _id: ann._id,
      name: 'Ann',
      email: 'ann@one.example',
      role: 'user',
      suspended: false,
      createdAt: ann.createdAt,
      lastSeenAt: body[0]?.lastSeenAt,
      emailChanges: [],
    });
    const found = async (q: string) =>
      (await admin.call(listManagedUsers, { query: { q } })).body.map(({ name }) => name);
    expect([await found('TWO.'), await found('an'), await found('%')]).toEqual([['bob'], ['Ann'], []]);
  });
});

describe('PATCH /api/admin/users/:id', () => {
  test('a new role takes effect with the next request, and live streams report it', async () => {
    const app = await testApp();
    const [admin, user] = [await app.user({ role: 'admin' }), await app.user()];
    const set = (role: 'user' | 'admin') =>
      admin.call(updateManagedUser, { params: { id: user._id }, body: { role } });
    const stream = await LiveReader.open(app.url, user.token);
    expect((await set('admin')).body.role).toBe('admin');
    expect((await stream.next())?.data).toEqual({ type: 'user', _id: user._id, version: null });
    stream.close();
    expect((await user.call(listManagedUsers, {})).status).toBe(200);
    await set('user');
    expect((await user.call(listManagedUsers, {})).status).toBe(403);
    expect((await user.call(getProfile, {})).body.role).toBe('user');
  });

  test.each([{ role: 'user' as const }, { suspended: true }])(
    '409 for %j of the last admin',
    async (change) => {
      const app = await testApp();
      const [admin, suspended] = [await app.user({ role: 'admin' }), await app.user({ role: 'admin' })];
      await admin.call(updateManagedUser, { params: { id: suspended._id }, body: { suspended: true } });
      const { status, error } = await admin.call(updateManagedUser, {
        params: { id: admin._id },
        body: change,
      });
      expect([status, error.code]).toEqual([409, 'last_admin']);
      expect((await admin.call(listManagedUsers, {})).status).toBe(200);
    },
  );

  test('of two admins who demote each other at once, one stays an admin', async () => {
    const app = await testApp();
    for (let i = 0; i < 10; i += 1) {
      const [a, b] = [await app.user({ role: 'admin' }), await app.user({ role: 'admin' })];
      const demote = (by: TestUser, whom: TestUser) =>
        by.call(updateManagedUser, { params: { id: whom._id }, body: { role: 'user' } });
      await Promise.all([demote(a, b), demote(b, a)]);
      const admins = await app.store.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .execute();
      expect(admins.length).toBeGreaterThan(0);
    }
  });

  test('404 for an unknown user, 400 for an invalid change', async () => {
    const app = await testApp();
    const admin = await app.user({ role: 'admin' });
    const change = (id: string, body: object) => admin.call(updateManagedUser, { params: { id }, body });
    expect((await change(missing, { role: 'user' })).error.message).toBe('User not found');
    expect((await change('x', { role: 'user' })).status).toBe(404);
    for (const body of [{ role: 'root' }, { suspended: 'yes' }, { email: 'x@y.z' }, { password: 'x' }]) {
      expect((await change(admin._id, body)).status).toBe(400);
    }
  });
});

test('DELETE /api/admin/users/:id/sessions ends all of a user’s sessions', async () => {
  const app = await testApp();
  const [admin, user] = [await app.user({ role: 'admin' }), await app.user()];
  expect((await admin.call(endUserSessions, { params: { id: user._id } })).status).toBe(204);
  expect((await user.call(getProfile, {})).status).toBe(401);
  expect((await admin.call(endUserSessions, { params: { id: missing } })).status).toBe(404);
});

describe('one’s own sessions', () => {
  test('are listed with their device and address, and can be ended singly or all but this', async () => {
    const app = await testApp();
    const user = await app.user();
    const signIn = async (device: string) => {
      const { body } = await app.anonymous.call(
        login,
        { body: { email: user.email, password } },
        { 'user-agent': device },
      );
      return app.as(body.token);
    };
    const [phone, tablet] = [await signIn('Phone'), await signIn('Tablet')];
    const { body } = await phone.call(listSessions, {});
    expect(body.map(({ device }) => device).toSorted()).toEqual(['Phone', 'Tablet', 'test']);
    expect(body.filter(({ current }) => current).map(({ device }) => device)).toEqual(['Phone']);
    expect(body.every(({ address }) => address === '127.0.0.1')).toBe(true);
    expect(JSON.stringify(body)).not.toContain(user.token);
    const tabletId = body.find(({ device }) => device === 'Tablet')?._id ?? '';
    expect((await phone.call(endSession, { params: { id: tabletId } })).status).toBe(204);
    expect((await tablet.call(getProfile, {})).status).toBe(401);
    expect((await phone.call(endSession, { params: { id: tabletId } })).status).toBe(404);
    expect((await phone.call(endOtherSessions, {})).status).toBe(204);
    expect((await user.call(getProfile, {})).status).toBe(401);
    expect((await phone.call(listSessions, {})).body).toHaveLength(1);
  });
});
