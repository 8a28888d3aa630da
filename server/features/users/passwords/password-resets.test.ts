import { expect, test } from 'vitest';
import { createResetLink, updateManagedUser } from '#contract/admin/admin.ts';
import { resetPassword } from '#contract/accounts/account-links.ts';
import { getProfile, login, updateProfile } from '#contract/accounts/users.ts';
import { command } from '#server/test/command.ts';
import { testDatabase } from '#server/test/database.ts';
import { type TestUser, password, testApp } from '#server/test/harness.ts';

const databaseUrl = await testDatabase();
const publicUrl = 'https://bugs.example.com';
const app = await testApp({ databaseUrl, settings: { publicUrl } });
const admin = await app.user({ role: 'admin' });
const minute = 60_000;
const newPassword = 'rain on the old roof';

const linkFor = ({ _id: id }: TestUser, headers = {}) =>
  admin.call(createResetLink, { params: { id } }, headers);
const tokenOf = (url: string) => new URL(url).hash.slice(1);
const tokenFor = async (user: TestUser) => tokenOf((await linkFor(user)).body.url);
const reset = (token: string, chosen = newPassword) =>
  app.anonymous.call(resetPassword, { body: { token, newPassword: chosen } });
const signIn = ({ email }: TestUser, known: string) =>
  app.anonymous.call(login, { body: { email, password: known } });

test('an admin’s link sets a new password, and ends the sessions of that user only', async () => {
  const [user, other] = [await app.user(), await app.user()];
  const { status, body } = await linkFor(user);
  expect(status).toBe(201);
  expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(29 * minute);
  const token = tokenOf(body.url);
  expect((await reset(token)).status).toBe(204);
  expect((await user.call(getProfile, {})).status).toBe(401);
  expect((await other.call(getProfile, {})).status).toBe(200);
  expect((await signIn(user, password)).status).toBe(401);
  expect((await signIn(user, newPassword)).status).toBe(200);
  const again = await reset(token, 'another one for the thief');
  expect([again.status, again.error.code, again.error.message]).toEqual([
    400,
    'invalid_link',
    'This link has expired, was used, or was replaced by a newer one.',
  ]);
});

test('the link comes from PUBLIC_URL, not from the Host header of a request', async () => {
  const user = await app.user();
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  expect((await linkFor(user, forged)).body.url).toMatch(
    /^https:\/\/bugs\.example\.com\/reset-password#[\w-]{43}$/,
  );
});

test('of two concurrent uses of a link, one succeeds', async () => {
  const token = await tokenFor(await app.user());
  const answers = await Promise.all([reset(token), reset(token, 'leaves under the snow')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
});

test('a link is void after 30 minutes, a newer link, or a change of the account', async () => {
  const expired = await tokenFor(await app.user());
  app.clock.offset = 30 * minute;
  try {
    expect((await reset(expired)).error.code).toBe('invalid_link');
    app.clock.offset = 61 * minute;
    await app.runJob('clean up accounts');
    expect((await reset(expired)).error.code).toBe('invalid_link');
  } finally {
    app.clock.offset = 0;
  }
  expect((await reset(expired)).error.code).toBe('invalid_link');

  const user = await app.user();
  const replaced = await tokenFor(user);
  const newer = await tokenFor(user);
  expect((await reset(replaced)).error.code).toBe('invalid_link');
  await user.call(updateProfile, { body: { email: `changed-${user.email}` } });
  expect((await reset(newer)).error.code).toBe('invalid_link');
  const third = await tokenFor(user);
  await user.call(updateProfile, { body: { currentPassword: password, newPassword } });
  expect((await reset(third)).error.code).toBe('invalid_link');
  const fourth = await tokenFor(user);
  const suspend = (suspended: boolean) =>
    admin.call(updateManagedUser, { params: { id: user._id }, body: { suspended } });
  await suspend(true);
  const refused = await linkFor(user);
  expect([refused.status, refused.error.message]).toEqual([
    403,
    'This account is suspended. Reinstate it first.',
  ]);
  await suspend(false);
  expect((await reset(fourth)).error.code).toBe('invalid_link');
});

test('a refused password leaves the link valid, and a reset clears failed sign-ins', async () => {
  const user = await app.user({ name: 'Ann of the garden' });
  const token = await tokenFor(user);
  for (const bad of ['short', 'password1', user.name, user.email]) {
    const { status, error } = await reset(token, bad);
    expect([status, error.fields?.['newPassword']]).toEqual([400, expect.any(String)]);
  }
  for (const bad of [0, true, null, [newPassword], {}]) {
    const body = JSON.stringify({ token, newPassword: bad });
    const headers = { 'content-type': 'application/json' };
    const { status } = await app.anonymous.send('PUT', '/api/users/password-reset', { body, headers });
    expect(status).toBe(400);
  }
  await app.store.write((tx) => tx.updateTable('sign_in_tries').set({ tries: 1 }).execute());
  for (let i = 0; i < 10; i += 1) await signIn(user, 'wrong');
  expect((await signIn(user, 'wrong')).status).toBe(429);
  expect((await reset(token)).status).toBe(204);
  expect((await signIn(user, newPassword)).status).toBe(200);
});

test('the command line makes a link, and the database contains no token', async () => {
  const own = await testDatabase();
  const beside = await testApp({ databaseUrl: own });
  const user = await beside.user();
  const run = (...args: string[]) => command(own, ['user', 'reset-link', ...args], { PUBLIC_URL: publicUrl });
  const { out } = await run(user.email.toUpperCase());
  const url = /^https:\/\/bugs\.example\.com\/reset-password#[\w-]{43}$/m.exec(out)?.[0] ?? '';
  const rows = await beside.store.db.selectFrom('password_resets').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(url));
  const body = { token: tokenOf(url), newPassword };
  expect((await beside.anonymous.call(resetPassword, { body })).status).toBe(204);
  expect((await run('nobody@example.com')).err).toContain('There is no account with the address nobody@');
  expect((await run()).err).toContain('Say whose');
});
