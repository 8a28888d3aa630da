import { describe, expect, onTestFinished, test } from 'vitest';
import { listManagedUsers, takeBackUserEmailChange } from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { listEmailChanges, takeBackEmailChange } from '#contract/accounts/email-changes.ts';
import { getProfile, login, register, updateProfile } from '#contract/accounts/users.ts';
import { hashQueue } from '#server/features/users/passwords/passwords.ts';
import { type Client, type TestUser, password, testApp } from '#server/test/harness.ts';

const app = await testApp();
const admin = await app.user({ role: 'admin' });
const day = 86_400_000;
let count = 0;
const fresh = () => `fresh${(count += 1)}@example.com`;

/** Another session of the user. */
async function elsewhere({ email }: TestUser, known = password): Promise<Client & { token: string }> {
  const { body } = await app.anonymous.call(login, { body: { email, password: known } });
  return { ...app.as(body.token), token: body.token };
}

const change = (by: Client, email: string) => by.call(updateProfile, { body: { email } });
const seen = async (by: Client) => (await by.call(listEmailChanges, {})).body;
const registerWith = (email: string) =>
  app.anonymous.call(register, { body: { name: 'New', email, password: 'grass under glass' } });

describe('a changed e-mail address', () => {
  test('is in the audit trail with the old and the new address', async () => {
    const user = await app.user();
    const to = fresh();
    await change(user, to);
    const [entry] = (await admin.call(listAudit, { query: { action: 'email changed' } })).body;
    expect(entry).toMatchObject({
      actor: { _id: user._id },
      subject: { _id: user._id },
      details: `${user.email} → ${to}`,
    });
  });

  test('is undone by another session, which ends only the session that changed it', async () => {
    const user = await app.user();
    const [thief, phone] = [await elsewhere(user), await elsewhere(user)];
    const to = fresh();
    expect((await change(thief, to)).status).toBe(200);
    const [made] = await seen(user);
    expect(made).toEqual({ _id: made?._id, from: user.email, to, at: made?.at });
    const params = { id: made?._id ?? '' };
    // Not by the session that made it.
    expect(await seen(thief)).toEqual([]);
    expect((await thief.call(takeBackEmailChange, { params })).status).toBe(404);
    expect((await admin.call(takeBackEmailChange, { params })).status).toBe(404);
    expect((await user.call(takeBackEmailChange, { params })).status).toBe(204);
    expect((await user.call(getProfile, {})).body.email).toBe(user.email);
    expect((await phone.call(getProfile, {})).status).toBe(200);
    expect((await thief.call(getProfile, {})).status).toBe(401);
    expect(await seen(phone)).toEqual([]);
    expect((await user.call(takeBackEmailChange, { params })).status).toBe(404);
    const [entry] = (await admin.call(listAudit, { query: { action: 'email change taken back' } })).body;
    expect(entry).toMatchObject({ actor: { _id: user._id }, details: `${to} → ${user.email}` });
  });

  test('is undone with later changes, which ends the other sessions that made them', async () => {
    const user = await app.user();
    const [thief, accomplice] = [await elsewhere(user), await elsewhere(user)];
    for (const by of [thief, accomplice, user]) await change(by, fresh());
    const changes = await seen(user);
    expect(changes).toHaveLength(2);
    const params = { id: changes.at(-1)?._id ?? '' };
    expect((await user.call(takeBackEmailChange, { params })).status).toBe(204);
    expect((await user.call(getProfile, {})).body.email).toBe(user.email);
    for (const ended of [thief, accomplice]) expect((await ended.call(getProfile, {})).status).toBe(401);
  });

  test('still counts as made by the session that changes the password with it', async () => {
    const user = await app.user();
    const body = { email: fresh(), currentPassword: password, newPassword: 'rain on the old roof' };
    expect((await user.call(updateProfile, { body })).status).toBe(200);
    expect(await seen(user)).toEqual([]);
    const other = await elsewhere({ ...user, email: body.email }, body.newPassword);
    expect(await seen(other)).toHaveLength(1);
  });

  test('is undone by an admin', async () => {
    const user = await app.user();
    await change(user, fresh());
    const managed = async () =>
      (await admin.call(listManagedUsers, {})).body.find(({ _id }) => _id === user._id);
    const [made] = (await managed())?.emailChanges ?? [];
    expect(made).toMatchObject({ from: user.email });
    const params = { id: user._id, change: made?._id ?? '' };
    expect((await user.call(takeBackUserEmailChange, { params })).status).toBe(403);
    const wrong = { ...params, id: admin._id };
    expect((await admin.call(takeBackUserEmailChange, { params: wrong })).status).toBe(404);
    expect((await admin.call(takeBackUserEmailChange, { params })).status).toBe(204);
    expect(await managed()).toMatchObject({ email: user.email, emailChanges: [] });
    expect((await user.call(getProfile, {})).status).toBe(401);
  });

  test('leaves the old address reserved for its owner for seven days', async () => {
    const [user, other] = [await app.user(), await app.user()];
    const thief = await elsewhere(user);
    await change(thief, fresh());
    const old = user.email.toUpperCase();
    expect((await registerWith(old)).error.code).toBe('email_taken');
    expect((await change(other, old)).error.code).toBe('email_taken');
    expect((await change(thief, user.email)).status).toBe(200);
    // The only change left to take back is the one away from the temporary address.
    expect((await seen(user)).map(({ to }) => to)).toEqual([user.email]);
    await change(thief, fresh());
    try {
      app.clock.offset = 6.9 * day;
      expect((await registerWith(old)).error.code).toBe('email_taken');
      const late = await seen(user);
      app.clock.offset = 7 * day + 1;
      const params = { id: late[0]?._id ?? '' };
      expect((await thief.call(takeBackEmailChange, { params })).status).toBe(401);
      expect((await registerWith(old)).status).toBe(201);
    } finally {
      app.clock.offset = 0;
    }
  });

  test('leaves the old address reserved even from a registration that is waiting', async () => {
    const own = await testApp();
    const user = await own.user();
    const body = { name: 'New', email: user.email, password: 'grass under glass' };
    await own.user({ email: 'first@example.com' });
    await own.store.write((tx) =>
      tx.updateTable('users').set({ email_key: 'nobody@example.com' }).where('id', '=', user._id).execute(),
    );
    // Both places of the hashing queue are taken, so that the registration has to wait for its hash.
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    onTestFinished(() => end());
    const ahead = ['one', 'two'].map((key) => hashQueue.run(key, () => over));
    const registration = own.anonymous.call(register, { body });
    const counted = own.store.db.selectFrom('rate_limits').select('key');
    while (!(await counted.executeTakeFirst())) await new Promise(setImmediate);
    expect((await user.call(updateProfile, { body: { email: 'second@example.com' } })).status).toBe(200);
    end();
    expect((await registration).error.code).toBe('email_taken');
    await Promise.all(ahead);
  });

  test('is limited to five changes that can be undone and ten tries in a period', async () => {
    const [user, prober] = [await app.user(), await app.user()];
    for (let i = 0; i < 5; i += 1) expect((await change(user, fresh())).status).toBe(200);
    const sixth = await change(user, fresh());
    expect([sixth.status, sixth.error.code]).toEqual([429, 'too_many_requests']);
    expect(sixth.error.message).toBe('Too many changes of the email address. Try again in 7 days.');
    for (let i = 0; i < 10; i += 1) expect((await change(prober, user.email)).error.code).toBe('email_taken');
    const { status, error } = await change(prober, user.email);
    expect([status, error.message]).toEqual([
      429,
      'Too many changes of the email address. Try again in 15 minutes.',
    ]);
    expect((await prober.call(updateProfile, { body: { name: 'Renamed' } })).status).toBe(200);
  });
});

test('wrong current passwords are in the trail, and throttled for their session', async () => {
  const user = await app.user();
  const other = await elsewhere(user);
  const attempt = (by: Client, currentPassword: string) =>
    by.call(updateProfile, { body: { currentPassword, newPassword: 'rain on the old roof' } });
  expect((await attempt(user, 'wrong')).error.code).toBe('wrong_password');
  const [entry] = (await admin.call(listAudit, { query: { action: 'password change failed' } })).body;
  expect(entry).toMatchObject({ actor: { _id: user._id }, subject: { _id: user._id } });
  await app.store.write((tx) =>
    tx.updateTable('sign_in_tries').set({ tries: 10 }).where('key', 'like', 'password:%').execute(),
  );
  const { status, error, headers } = await attempt(user, password);
  expect([status, error.message]).toEqual([429, 'Too many wrong passwords. Try again in 15 minutes.']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  expect((await attempt(other, password)).status).toBe(200);
});
