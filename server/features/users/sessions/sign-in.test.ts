import { hash } from '@node-rs/argon2';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createInvitation, updateManagedUser } from '#contract/admin/admin.ts';
import { getProfile, getRegistration, login, register, updateProfile } from '#contract/accounts/users.ts';
import { hashQueue } from '#server/features/users/passwords/passwords.ts';
import { hashAsUsual, password, retryOn503, testApp } from '#server/test/harness.ts';

const minute = 60_000;

type App = Awaited<ReturnType<typeof testApp>>;

/** Adds failures to the counts of all network addresses, as if there had been as many sign-ins. */
async function hold({ store }: App, failures: number): Promise<void> {
  await store.write((tx) =>
    tx
      .updateTable('sign_in_tries')
      .set((eb) => ({ tries: eb('tries', '+', failures) }))
      .where('key', 'like', 'network:%')
      .execute(),
  );
}

/** Stores the user's password hashed with this amount of work, which differs from today's. */
async function rehash({ store }: App, id: string, work: { memoryCost: number; timeCost: number }) {
  const passwordHash = await hash(password, { ...work, parallelism: 1 });
  await store.write((tx) =>
    tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute(),
  );
}

const little = { memoryCost: 8192, timeCost: 1 };

/** Holds back the result of the next hash, which is that of a sign-in, until `release`. */
function holdNextHash() {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run = hashQueue.run.bind(hashQueue);
  const spy = vi.spyOn(hashQueue, 'run').mockImplementationOnce(async (key, work) => {
    const result = await run(key, work);
    held.resolve();
    await released.promise;
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  return { isHeld: held.promise, release: released.resolve };
}

describe('sign-in is throttled', () => {
  test('for an account for fifteen minutes after ten failures', async () => {
    const app = await testApp();
    const user = await app.user();
    const attempt = (tried: string) =>
      app.anonymous.call(login, { body: { email: user.email.toUpperCase(), password: tried } });
    for (let i = 0; i < 10; i += 1) expect((await attempt('wrong')).status).toBe(401);
    const { status, headers, error } = await attempt(password);
    expect([status, error.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect(error.message).toBe('Too many failed sign-ins. Try again in 15 minutes.');
    // The owner's live session continues, and others can still sign in.
    expect((await user.call(getProfile, {})).status).toBe(200);
    const other = await app.user();
    expect((await app.anonymous.call(login, { body: { email: other.email, password } })).status).toBe(200);
    app.clock.offset = 16 * minute;
    expect((await attempt(password)).status).toBe(200);
  });

  test('in the same way for addresses that no account has', async () => {
    const app = await testApp();
    const attempt = () => app.anonymous.call(login, { body: { email: 'nobody@example.com', password } });
    for (let i = 0; i < 10; i += 1) expect((await attempt()).status).toBe(401);
    expect((await attempt()).status).toBe(429);
  });

  test('for a network address after a hundred failures, despite forged forwarding headers', async () => {
    const app = await testApp();
    const attempt = (i: number) => {
      const headers = {
        'x-forwarded-for': `10.0.0.${i}`,
        'x-real-ip': `10.0.0.${i}`,
        forwarded: `for=10.0.0.${i}`,
      };
      const body = { email: `nobody${i}@example.com`, password: 'wrong' };
      return app.anonymous.call(login, { body }, headers);
    };
    for (let i = 0; i < 5; i += 1) expect((await attempt(i)).status).toBe(401);
    await hold(app, 93);
    expect([(await attempt(6)).status, (await attempt(7)).status, (await attempt(8)).status]).toEqual([
      401, 401, 429,
    ]);
  });

  test('also for concurrent tries', async () => {
    const app = await testApp();
    const { email } = await app.user();
    // On a busy machine, PostgreSQL ends some that wait for each other. These are not counted.
    const tries = Array.from({ length: 30 }, () =>
      retryOn503((headers) => app.anonymous.call(login, { body: { email, password: 'wrong' } }, headers)),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('only for failures since the last success', async () => {
    const app = await testApp();
    const { email } = await app.user();
    for (let i = 0; i < 25; i += 1) {
      const isTime = i % 6 === 5;
      const { status } = await app.anonymous.call(login, {
        body: { email, password: isTime ? password : 'wrong' },
      });
      expect(status).toBe(isTime ? 200 : 401);
    }
  });

  test('behind a trusted proxy for the address that it names', async () => {
    const app = await testApp({ settings: { trustedProxies: ['127.0.0.1'] } });
    const attempt = (i: number, from: string) =>
      app.anonymous.call(
        login,
        { body: { email: `nobody${i}@example.com`, password: 'wrong' } },
        { 'x-forwarded-for': from },
      );
    await attempt(1, '10.0.0.1');
    await attempt(2, 'fd00::1:1:2:3:4');
    await hold(app, 99);
    expect((await attempt(101, '10.0.0.1')).status).toBe(429);
    expect((await attempt(102, '::ffff:10.0.0.1')).status).toBe(429);
    expect((await attempt(103, '10.0.0.2')).status).toBe(401);
    expect((await attempt(104, 'fd00::1:5:6:7:8')).status).toBe(429);
    expect((await attempt(105, 'fd00::2:5:6:7:8')).status).toBe(401);
  });
});

describe('an account that others try to sign in to', () => {
  const proxied = () => testApp({ settings: { trustedProxies: ['127.0.0.1'] } });
  const attempt = (app: App, email: string, tried: string, from: string) =>
    app.anonymous.call(login, { body: { email, password: tried } }, { 'x-forwarded-for': from });

  test('lets its owner in from elsewhere after ten failures from one network', async () => {
    const app = await proxied();
    const { email } = await app.user();
    for (let i = 0; i < 11; i += 1) await attempt(app, email, 'wrong', '10.0.0.1');
    expect((await attempt(app, email, password, '10.0.0.1')).status).toBe(429);
    expect((await attempt(app, email, password, '10.0.0.2')).status).toBe(200);
  });

  test('is slowed after a hundred failures, but not from networks with a session', async () => {
    const app = await proxied();
    const [{ email }, other] = [await app.user(), await app.user()];
    expect((await attempt(app, email, password, '10.0.0.1')).status).toBe(200);
    await attempt(app, email, 'wrong', '10.0.0.2');
    await attempt(app, other.email, 'wrong', '10.0.0.2');
    // As if a hundred more had failed from as many networks.
    const fullAt = new Date(Date.now() + 101 * 10_000).toISOString();
    await app.store.write((tx) => tx.updateTable('rate_limits').set({ full_at: fullAt }).execute());
    const { status, error, headers } = await attempt(app, email, password, '10.0.0.3');
    expect([status, error.code]).toEqual([429, 'too_many_requests']);
    expect(error.message).toMatch(/^Too many failed sign-ins\. Try again in \d+ seconds\.$/);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeLessThanOrEqual(20);
    expect((await attempt(app, email, password, '10.0.0.1')).status).toBe(200);
    app.clock.offset = seconds * 1000;
    expect((await attempt(app, other.email, password, '10.0.0.4')).status).toBe(200);
  });
});

describe('registration', () => {
  const person = (n: number) => ({
    name: 'New',
    email: `new${n}@example.com`,
    password: 'grass under glass',
  });

  test('open: anyone can register', async () => {
    const app = await testApp();
    expect((await app.anonymous.call(getRegistration, {})).body).toEqual({
      mode: 'open',
      sendsResetLinks: false,
      hasAccounts: false,
    });
    expect((await app.anonymous.call(register, { body: person(1) })).status).toBe(201);
  });

  test('closed: refused, even with an invitation', async () => {
    const app = await testApp({ settings: { registration: 'closed' } });
    const admin = await app.user({ role: 'admin' });
    const { body } = await admin.call(createInvitation, {});
    const invitation = body.url.slice(-32);
    for (const extra of [{}, { invitation }]) {
      const { status, error } = await app.anonymous.call(register, { body: { ...person(1), ...extra } });
      expect([status, error.code]).toEqual([403, 'registration_closed']);
    }
  });

  test('by invitation: once, within seven days, and by nothing else', async () => {
    const app = await testApp({
      settings: { registration: 'invite', publicUrl: 'https://bugs.example.com' },
    });
    const admin = await app.user({ role: 'admin' });
    const { body } = await admin.call(
      createInvitation,
      {},
      { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' },
    );
    expect(body.url).toMatch(/^https:\/\/bugs\.example\.com\/register#invitation=[\w-]{32}$/);
    const invitation = body.url.slice(-32);
    const attempt = (n: number, secret?: string) =>
      app.anonymous.call(register, {
        body: { ...person(n), ...(secret !== undefined && { invitation: secret }) },
      });
    expect((await attempt(1)).status).toBe(403);
    expect((await attempt(1, 'x'.repeat(32))).status).toBe(403);
    const answers = await Promise.all([
      attempt(2, invitation),
      attempt(3, invitation),
      attempt(4, invitation),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403, 403]);
    const second = await admin.call(createInvitation, {});
    app.clock.offset = 7 * 24 * 60 * minute + 1000;
    expect((await attempt(5, second.body.url.slice(-32))).status).toBe(403);
  });
});

describe('while a password is being checked', () => {
  test('it can be changed: the old one starts no session, and is not restored', async () => {
    hashAsUsual();
    const app = await testApp();
    const user = await app.user();
    // A sign-in renews it, which must not undo the change.
    await rehash(app, user._id, little);
    const { isHeld, release } = holdNextHash();
    const attempt = app.anonymous.call(login, { body: { email: user.email, password } });
    await isHeld;
    const body = { currentPassword: password, newPassword: 'rain on the old roof' };
    expect((await user.call(updateProfile, { body })).status).toBe(200);
    release();
    expect((await attempt).status).toBe(401);
    const again = { email: user.email, password: body.newPassword };
    expect((await app.anonymous.call(login, { body: again })).status).toBe(200);
  });

  test('the account can be suspended: no session starts, and earlier ones stay ended', async () => {
    const app = await testApp();
    const [admin, user] = [await app.user({ role: 'admin' }), await app.user()];
    const set = (suspended: boolean) =>
      admin.call(updateManagedUser, { params: { id: user._id }, body: { suspended } });
    const { isHeld, release } = holdNextHash();
    const attempt = app.anonymous.call(login, { body: { email: user.email, password } });
    await isHeld;
    expect((await set(true)).status).toBe(200);
    release();
    expect((await attempt).status).toBe(403);
    expect((await set(false)).status).toBe(200);
    const sessions = await app.store.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user._id)
      .execute();
    expect(sessions).toEqual([]);
  });
});

describe('a suspended account', () => {
  test('has no session from the next request on, and can sign in once it is reinstated', async () => {
    const app = await testApp();
    const [admin, user] = [await app.user({ role: 'admin' }), await app.user()];
    const set = (suspended: boolean) =>
      admin.call(updateManagedUser, { params: { id: user._id }, body: { suspended } });
    const attempt = (tried = password) =>
      app.anonymous.call(login, { body: { email: user.email, password: tried } });
    expect((await set(true)).body).toMatchObject({ _id: user._id, suspended: true });
    expect((await user.call(getProfile, {})).status).toBe(401);
    expect((await attempt()).error.code).toBe('suspended');
    expect((await attempt('wrong')).error.code).toBe('invalid_credentials');
    await set(false);
    expect((await attempt()).status).toBe(200);
    expect((await user.call(getProfile, {})).status).toBe(401);
  });
});

test('a password hashed with less work than today’s is hashed again at sign-in', async () => {
  hashAsUsual();
  const app = await testApp();
  const { email, _id: id } = await app.user();
  await rehash(app, id, little);
  expect((await app.anonymous.call(login, { body: { email, password } })).status).toBe(200);
  const row = await app.store.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await app.anonymous.call(login, { body: { email, password } })).status).toBe(200);
});
