import { DefaultQueryCompiler } from 'kysely';
import { expect, test, vi } from 'vitest';
import {
  createResetLink,
  listManagedUsers,
  takeBackUserEmailChange,
  updateManagedUser,
} from '#contract/admin/admin.ts';
import {
  confirmByLink,
  requestPasswordReset,
  resetPassword,
  takeBackByLink,
  sendConfirmation,
} from '#contract/accounts/account-links.ts';
import { listEmailChanges, takeBackEmailChange } from '#contract/accounts/email-changes.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { getProfile, login, updateProfile } from '#contract/accounts/users.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { type TestUser, password, testApp } from '#server/test/harness.ts';
import { startWorker } from '#server/test/job-worker.ts';
import { mailSink } from '#server/test/mail/mail-sink.ts';
import { deviceFamily, deviceName } from '#server/features/users/sessions/devices.ts';
import { resetMail } from '#server/features/users/passwords/password-resets.ts';

const publicUrl = 'https://bugs.example.com';
const sink = await mailSink();
const mail = { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } };
const app = await testApp({ settings: { mail, publicUrl } });
startWorker(app);
const admin = await app.user({ role: 'admin' });
const newPassword = 'rain on the old roof';
const day = 86_400_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1';

const request = (email: string, headers = {}) =>
  app.anonymous.call(requestPasswordReset, { body: { email } }, headers);
const mailsTo = (address: string) => sink.messages.filter(({ to }) => to.includes(address));
const arrived = async (address: string, subject: RegExp) => {
  const find = () =>
    mailsTo(address).findLast(({ parsed }) => subject.test(parsed.subject ?? ''))?.parsed.text;
  await expect.poll(find).toBeDefined();
  return find() ?? '';
};
const linkIn = (text: string, path: string) =>
  new RegExp(`${RegExp.escape(`${publicUrl}/${path}#`)}(\\S+)`).exec(text)?.[1] ?? '';
const signIn = ({ email }: Pick<TestUser, 'email'>, known: string, device = firefox) =>
  app.anonymous.call(login, { body: { email, password: known } }, { 'user-agent': device });
/** Resolves once every job that was enqueued has ended. */
const isIdle = async () => {
  const open = app.store.db.selectFrom('jobs').select('id').where('state', 'in', ['waiting', 'running']);
  await expect.poll(() => open.execute()).toEqual([]);
};

test('a reset link is mailed once to the owner of the address, and works once', async () => {
  const user = await app.user({ name: 'Ann', email: 'ann@example.com' });
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  expect((await request('ANN@example.com', forged)).status).toBe(202);
  const text = await arrived(user.email, /Set a new password/);
  expect(text).not.toContain('evil');
  const token = linkIn(text, 'reset-password');
  const stored = [
    await app.store.db.selectFrom('password_resets').selectAll().execute(),
    await app.store.db.selectFrom('jobs').selectAll().execute(),
    await app.store.db.selectFrom('audit').selectAll().execute(),
  ];
  expect(JSON.stringify(stored) + app.lines.join('')).not.toContain(token);
  const body = { token, newPassword };
  expect((await app.anonymous.call(resetPassword, { body })).status).toBe(204);
  expect((await app.anonymous.call(resetPassword, { body })).error.code).toBe('invalid_link');
  expect((await user.call(getProfile, {})).status).toBe(401);
  expect((await signIn(user, newPassword)).status).toBe(200);
  await arrived(user.email, /password was changed/);
  const trail = (await admin.call(listAudit, { query: { user: user._id } })).body.map(({ action }) => action);
  expect(trail).toEqual(['signed in', 'password reset', 'password reset requested']);
  await isIdle();
  expect(mailsTo(user.email)).toHaveLength(2);

  // The job runs once more, as after a crash: the used link stays void, and a newer one valid.
  const [job] = await app.store.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', resetMail.kind)
    .execute();
  const link = await admin.call(createResetLink, { params: { id: user._id } });
  const context = {
    db: app.store.db,
    longReads: app.store.longReads,
    write: app.store.write,
    files: fileStoreOf(app.settings),
    mail: undefined,
    settings: app.settings,
    now: () => new Date(),
    log: undefined as never,
  };
  const attempt = {
    id: job?.id ?? '',
    signal: new AbortController().signal,
    finish: async () => {},
    checkpoint: async () => {},
  };
  await resetMail.run(context, resetMail.payload.parse(JSON.parse(job?.payload ?? '')), attempt);
  expect((await app.anonymous.call(resetPassword, { body })).error.code).toBe('invalid_link');
  const newer = { token: new URL(link.body.url).hash.slice(1), newPassword };
  expect((await app.anonymous.call(resetPassword, { body: newer })).status).toBe(204);
});

test('requests for unknown or suspended addresses run the same statements as others', async () => {
  const [user, suspended] = [await app.user(), await app.user()];
  await admin.call(updateManagedUser, { params: { id: suspended._id }, body: { suspended: true } });
  const statementsOf = async (email: string) => {
    const spy = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
    const { status, body } = await request(email);
    const tables = /"(sign_in_tries|rate_limits|users|audit|password_resets)"|insert into "jobs"/;
    const sql = spy.mock.results
      .map(({ value }) => (value as { sql: string }).sql)
      .filter((text) => tables.test(text));
    spy.mockRestore();
    await isIdle();
    return {
      status,
      body,
      sql: sql.filter((text) => !/"password_resets"|"suspended_at" is null/.test(text)),
    };
  };
  const known = await statementsOf(user.email);
  expect(known.sql.length).toBeGreaterThan(4);
  expect(await statementsOf('nobody@example.com')).toEqual(known);
  expect(await statementsOf(suspended.email)).toEqual(known);
  await arrived(user.email, /Set a new password/);
  expect([...mailsTo('nobody@example.com'), ...mailsTo(suspended.email)]).toEqual([]);
});

test('an invalid address is refused with 400, and any address without mail with 404', async () => {
  const before = sink.messages.length;
  for (const email of [
    ['ann@example.com', 'evil@example.com'],
    ['ann@example.com'],
    0,
    null,
    '',
    'no address',
  ]) {
    const body = JSON.stringify({ email });
    const headers = { 'content-type': 'application/json' };
    expect((await app.anonymous.send('POST', '/api/users/password-reset', { body, headers })).status).toBe(
      400,
    );
  }
  await isIdle();
  expect(sink.messages).toHaveLength(before);
  const without = await testApp();
  const answers = await Promise.all(
    [(await without.user()).email, 'nobody@example.com'].map((email) =>
      without.anonymous.call(requestPasswordReset, { body: { email } }),
    ),
  );
  expect(answers.map(({ status, error }) => [status, error.message])).toEqual(
    Array.from({ length: 2 }, () => [404, 'This server sends no links by email. Ask an admin for one.']),
  );
});

test('requests are limited by address and network, for known and unknown addresses', async () => {
  const limited = await testApp({ settings: { mail, trustedProxies: ['127.0.0.1'] } });
  const user = await limited.user();
  const ask = (email: string, from: string) =>
    limited.anonymous.call(requestPasswordReset, { body: { email } }, { 'x-forwarded-for': from });
  for (const email of [user.email, 'nobody@example.com']) {
    for (let i = 0; i < 3; i += 1) expect((await ask(email, '192.0.2.1')).status).toBe(202);
    const { status, error } = await ask(email, '192.0.2.1');
    expect([status, error.message]).toEqual([
      429,
      'Too many requests for reset links. Try again in 15 minutes.',
    ]);
    const others = [];
    for (let i = 0; i < 8; i += 1) others.push((await ask(email, `198.51.100.${i}`)).status);
    expect(others).toEqual([...Array<number>(7).fill(202), 429]);
  }
  const probes = [];
  for (let i = 0; i < 31; i += 1) probes.push((await ask(`probe${i}@example.com`, '203.0.113.1')).status);
  expect(probes).toEqual([...Array<number>(30).fill(202), 429]);
});

/** Asks for another address, and confirms it by the link that is mailed to it. Returns the link that the old address gets. */
async function moveTo(to: string, user: TestUser): Promise<string> {
  await user.call(updateProfile, { body: { email: to } });
  const token = linkIn(await arrived(to, /^Confirm your new email address/), 'confirm-email');
  expect((await app.anonymous.call(confirmByLink, { body: { token } })).status).toBe(204);
  return linkIn(await arrived(user.email, /address of your Katydid account was changed/), 'take-back-email');
}
const takeBack = (token: string) => app.anonymous.call(takeBackByLink, { body: { token } });
/** Sets a password by a link that is mailed to the address. */
async function resetBy(email: string): Promise<void> {
  await request(email);
  const token = linkIn(await arrived(email, /Set a new password/), 'reset-password');
  expect((await app.anonymous.call(resetPassword, { body: { token, newPassword } })).status).toBe(204);
}

test('a new address takes effect only once the link that is mailed to it is opened', async () => {
  const user = await app.user();
  const to = `new-${user.email}`;
  const { status, body } = await user.call(updateProfile, { body: { name: 'Renamed', email: to } });
  expect([status, body.name, body.email, body.pendingEmail]).toEqual([200, 'Renamed', user.email, to]);
  expect(body).not.toHaveProperty('emailConfirmed');
  expect((await user.call(getProfile, {})).body).toEqual(body);
  expect((await signIn({ email: to }, password)).status).toBe(401);
  const listed = (await admin.call(listManagedUsers, { query: { q: to } })).body;
  expect(listed).toEqual([]);
  const link = linkIn(await arrived(to, /^Confirm your new email address/), 'confirm-email');
  expect((await user.call(sendConfirmation, {})).status).toBe(202);
  expect((await app.anonymous.call(confirmByLink, { body: { token: link } })).status).toBe(204);
  const after = (await user.call(getProfile, {})).body;
  expect([after.email, after.pendingEmail]).toEqual([to, undefined]);
  expect((await signIn({ email: to }, password)).status).toBe(200);
});

test('the old address gets a link that undoes the change without a session', async () => {
  const user = await app.user();
  const thief = await signIn(user, password);
  const to = `thief-${user.email}`;
  const token = await moveTo(to, { ...user, ...app.as(thief.body.token) });
  const session = (await signIn({ email: to }, password)).body.token;
  await request(to);
  const open = await arrived(to, /Set a new password/);

  expect((await app.anonymous.send('GET', '/api/users/take-back-email')).status).toBe(405);
  for (const bad of ['', 'x', token.slice(0, -1), `${token.split('.', 1).join('')}.`])
    expect((await takeBack(bad)).status).toBe(400);
  expect((await takeBack(token)).status).toBe(204);
  expect((await takeBack(token)).error.code).toBe('invalid_link');
  expect((await app.as(session).call(getProfile, {})).status).toBe(401);
  // Nor does an open reset link let the thief in again.
  const late = { token: linkIn(open, 'reset-password'), newPassword: 'leaves under the snow' };
  expect((await app.anonymous.call(resetPassword, { body: late })).error.code).toBe('invalid_link');
  expect((await signIn(user, password)).status).toBe(200);
});

test('an address change cannot be undone after the new owner resets the password', async () => {
  const stranger = await app.user();
  const email = `owner-of-${stranger.email}`;
  await stranger.call(updateProfile, { body: { email } });
  // Not confirmed: the address has no account.
  await request(email);
  await isIdle();
  expect(mailsTo(email).map(({ parsed }) => parsed.subject)).toEqual([
    'Confirm your new email address for Katydid',
  ]);

  const link = await moveTo(email, stranger);
  await resetBy(email);
  const owner = app.as((await signIn({ email }, newPassword)).body.token);
  expect((await takeBack(link)).error.code).toBe('invalid_link');
  await request(stranger.email);
  await isIdle();
  expect(mailsTo(stranger.email).map(({ parsed }) => parsed.subject)).not.toContain(
    'Set a new password for Katydid',
  );
  expect((await owner.call(getProfile, {})).body.email).toBe(email);
  // Nor is the owner asked to do it.
  expect((await owner.call(listEmailChanges, {})).body).toEqual([]);
  const [user] = (await admin.call(listManagedUsers, { query: { q: email } })).body;
  const [made] = user?.emailChanges ?? [];
  expect(made).toMatchObject({ from: stranger.email, to: email });
  const params = { id: made?._id ?? '' };
  expect((await owner.call(takeBackEmailChange, { params })).status).toBe(404);

  // A later change has a link of its own, which undoes that one alone.
  const next = `next-${email}`;
  expect((await takeBack(await moveTo(next, { ...stranger, ...owner, email }))).status).toBe(204);
  expect((await signIn({ email }, newPassword)).status).toBe(200);
  // If the earlier address was the owner's, an admin decides.
  const change = { id: stranger._id, change: params.id };
  expect((await admin.call(takeBackUserEmailChange, { params: change })).status).toBe(204);
  expect((await signIn(stranger, newPassword)).status).toBe(200);
});

test('a reset by an admin’s link leaves the link to the old address valid', async () => {
  const user = await app.user();
  const token = await moveTo(`new-${user.email}`, user);
  const { body } = await admin.call(createResetLink, { params: { id: user._id } });
  const reset = { token: new URL(body.url).hash.slice(1), newPassword };
  expect((await app.anonymous.call(resetPassword, { body: reset })).status).toBe(204);
  expect((await takeBack(token)).status).toBe(204);
});

test('the link to the old address is void after seven days', async () => {
  const user = await app.user();
  const token = await moveTo(`new-${user.email}`, user);
  app.clock.offset = 7 * day + 1;
  try {
    expect((await takeBack(token)).error.code).toBe('invalid_link');
  } finally {
    app.clock.offset = 0;
  }
});

test('mails on an account contain no words that its user chose', async () => {
  const words = 'locked-unlock-at-evil.example';
  const user = await app.user({ name: `Your account is ${words}`, email: 'victim@example.com' });
  await signIn(user, password);
  await app.anonymous.call(
    login,
    { body: { email: user.email, password } },
    { 'user-agent': `${words}/1.0` },
  );
  await resetBy(user.email);
  const next = app.as((await signIn(user, newPassword)).body.token);
  const to = `${words}@example.net`;
  const link = await moveTo(to, { ...user, ...next });
  await arrived(user.email, /A change of the email address/);
  expect((await takeBack(link)).status).toBe(204);
  await isIdle();
  const mails = mailsTo(user.email);
  expect(new Set(mails.map(({ parsed }) => parsed.subject))).toEqual(
    new Set([
      'New sign-in to your Katydid account',
      'Set a new password for Katydid',
      'A change of the email address of your Katydid account was requested',
      'The email address of your Katydid account was changed',
      'Your Katydid password was changed',
    ]),
  );
  for (const { raw, parsed } of mails) {
    expect(parsed.to).toEqual([{ name: '', address: user.email }]);
    for (const text of [raw, parsed.text, parsed.html]) expect(text).not.toContain('evil');
  }
  expect(mails[0]?.parsed.text).toContain('Hello,\n');
});

test('a mail announces a sign-in on a device not seen for 90 days, and no other', async () => {
  const user = await app.user({ name: 'Newcomer' });
  await signIn(user, password);
  await signIn(user, password, firefox.replaceAll('145', '146'));
  await isIdle();
  expect(mailsTo(user.email)).toEqual([]);
  await signIn(user, password, safari);
  expect(await arrived(user.email, /New sign-in/)).toContain('Safari, iPhone');
  await signIn(user, password, safari);
  await isIdle();
  expect(mailsTo(user.email)).toHaveLength(1);
  app.clock.offset = 91 * day;
  try {
    await app.runJob('clean up accounts');
  } finally {
    app.clock.offset = 0;
  }
  expect(await app.store.db.selectFrom('known_devices').select('device').execute()).toEqual([]);
});

test('a device is known by its family, and named in mails only if it is a browser', () => {
  const agents = [firefox, safari, 'curl/8.1', 'node', '', 'Mozilla/5.0'];
  expect(agents.map(deviceFamily)).toEqual(['Firefox, Linux', 'Safari, iOS', 'curl', 'node', '?', '?']);
  expect(agents.map(deviceName)).toEqual(['Firefox, Linux', 'Safari, iPhone', '', '', '', '']);
});
