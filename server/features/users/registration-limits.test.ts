import { createInvitation } from '#contract/admin/admin.ts';
import { login, register } from '#contract/accounts/users.ts';
import { describe, expect, test } from 'vitest';
import { hashAsUsual, password, testApp } from '#server/test/harness.ts';

type App = Awaited<ReturnType<typeof testApp>>;

let count = 0;
const attempt = (app: App, from: string, overrides: { email?: string; invitation?: string } = {}) =>
  app.anonymous.call(
    register,
    {
      body: {
        name: 'New',
        email: `new${(count += 1)}@example.com`,
        password: 'grass under glass',
        ...overrides,
      },
    },
    { 'x-forwarded-for': from },
  );
const settings = {
  trustedProxies: ['127.0.0.1'],
  registrations: { perNetwork: { burst: 3, perMinute: 20 }, inAll: { burst: 5, perMinute: 60 } },
};
/** An application with a stopped clock, so that no limit refills while the test runs. */
const limitedApp = async () => {
  const start = Date.now();
  return testApp({ settings, time: () => start });
};
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('registrations are limited', () => {
  test('to a hundred at once from one address, and sign-ins are answered between them', async () => {
    // With the usual work, so that requests wait for their hashes.
    hashAsUsual();
    const app = await testApp();
    const { email } = await app.user();
    const done: string[] = [];
    const crowd = Array.from({ length: 100 }, async () => {
      const { status } = await attempt(app, '');
      done.push('register');
      return status;
    });
    const signIns = Array.from({ length: 5 }, async () => {
      const { status } = await app.anonymous.call(login, { body: { email, password } });
      done.push('login');
      return status;
    });
    expect(await Promise.all(signIns)).toEqual(Array(5).fill(200));
    // A busy machine may answer some with 503, which is unrelated to this limit.
    expect(await Promise.all(crowd)).not.toContain(429);
    // They are served alternately; in the order of arrival, the sign-ins would be last.
    expect(done.lastIndexOf('login')).toBeLessThan(90);
  });

  test('by network, which is the /64 for IPv6, and refused ones count, too', async () => {
    const app = await limitedApp();
    const { email } = await app.user();
    const taken = [await attempt(app, 'fd00::1', { email }), await attempt(app, 'fd00::2', { email })];
    expect(statuses(taken)).toEqual([400, 400]);
    expect((await attempt(app, 'fd00::3')).status).toBe(201);
    const { status, error, headers } = await attempt(app, 'fd00::4', { email });
    expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '3']);
    expect(error.message).toBe('Too many registrations. Try again in 3 seconds.');
    expect((await attempt(app, 'fd00:0:0:1::1')).status).toBe(201);
    app.clock.offset = 3_000;
    expect((await attempt(app, 'fd00::1')).status).toBe(201);
    expect((await attempt(app, 'fd00::1')).status).toBe(429);
  });

  test('in total, over several addresses', async () => {
    const app = await limitedApp();
    const answers = [];
    for (let i = 0; i < 6; i += 1) answers.push(await attempt(app, `10.0.0.${i % 2}`));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('by counts that are stored until the limits are full again', async () => {
    const app = await testApp({ settings });
    const stored = async () => app.store.db.selectFrom('rate_limits').select('key').execute();
    await attempt(app, '10.0.0.1');
    expect(await stored()).toHaveLength(2);
    app.clock.offset = 60_000;
    await attempt(app, '10.0.0.2');
    // Limits that are full again are deleted.
    await app.runJob('clean up accounts');
    expect(await stored()).toHaveLength(2);
  });
});

test('registrations with a made-up invitation are refused before a password is hashed', async () => {
  const app = await testApp({ settings: { registration: 'invite' } });
  const admin = await app.user({ role: 'admin' });
  const invitation = 'x'.repeat(32);
  // Passwords are checked before they are hashed: if the invitation were checked later, this one would be refused.
  const body = { name: 'New', email: admin.email, password: 'password1', invitation };
  const { status, error } = await app.anonymous.call(register, { body });
  expect([status, error.code]).toEqual([403, 'registration_closed']);
  const { body: link } = await admin.call(createInvitation, {});
  const good = { ...body, invitation: link.url.slice(-32) };
  expect((await app.anonymous.call(register, { body: good })).status).toBe(400);
});
