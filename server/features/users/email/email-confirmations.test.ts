import { describe, expect, test } from 'vitest';
import {
  confirmByLink,
  requestPasswordReset,
  resetPassword,
  takeBackByLink,
  cancelEmailChange,
  confirmationDays,
  sendConfirmation,
} from '#contract/accounts/account-links.ts';
import { listEmailChanges } from '#contract/accounts/email-changes.ts';
import {
  confirmUserEmail,
  createResetLink,
  endUserSessions,
  listManagedUsers,
  takeBackUserEmailChange,
  updateManagedUser,
} from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { endOtherSessions } from '#contract/accounts/sessions.ts';
import { getProfile, login, logout, register, updateProfile } from '#contract/accounts/users.ts';
import { command } from '#server/test/command.ts';
import { testDatabase } from '#server/test/database.ts';
import { type Client, type TestUser, password, testApp } from '#server/test/harness.ts';
import { mailSink } from '#server/test/mail/mail-sink.ts';

const publicUrl = 'https://bugs.example.com';
const sink = await mailSink();
const mail = { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } };
const settings = { mail, publicUrl, requiresConfirmedEmail: true };
const databaseUrl = await testDatabase();
const app = await testApp({ databaseUrl, settings });
const admin = await app.user({ role: 'admin' });
const newPassword = 'rain on the old roof';
const day = 86_400_000;
const minute = 60_000;
let count = 0;
const fresh = () => `fresh${(count += 1)}@example.com`;

const mailsTo = (address: string) =>
  sink.messages.filter(({ to }) => to.includes(address)).map(({ parsed }) => parsed);
/** The newest mail to the address with this subject, once all jobs are done. */
async function mailTo(address: string, subject: RegExp) {
  await app.runJobs();
  const found = mailsTo(address).findLast((each) => subject.test(each.subject ?? ''));
  if (!found) throw new Error(`No mail ${subject} was sent to ${address}`);
  return found;
}
async function tokenIn(address: string, subject = /^Confirm/, path = 'confirm-email'): Promise<string> {
  const { text = '' } = await mailTo(address, subject);
  return new RegExp(`${RegExp.escape(`${publicUrl}/${path}#`)}(\\S+)`).exec(text)?.[1] ?? '';
}
const stopToken = (address: string) => tokenIn(address, /A change of the email address/, 'take-back-email');

async function newcomer({ email = fresh(), name = 'New' } = {}): Promise<TestUser> {
  const { status, body } = await app.anonymous.call(register, { body: { name, email, password } });
  expect(status).toBe(201);
  return { ...app.as(body.token), ...body };
}
async function elsewhere({ email }: Pick<TestUser, 'email'>): Promise<Client> {
  const { body } = await app.anonymous.call(login, { body: { email, password } });
  return app.as(body.token);
}
const confirm = (token: string) => app.anonymous.call(confirmByLink, { body: { token } });
const takeBack = (token: string) => app.anonymous.call(takeBackByLink, { body: { token } });
const change = (by: Client, email: string) => by.call(updateProfile, { body: { email } });
const profile = async (by: Client) => (await by.call(getProfile, {})).body;
const signIn = (email: string, known = password) =>
  app.anonymous.call(login, { body: { email, password: known } });
const managed = async (id: string) =>
  (await admin.call(listManagedUsers, {})).body.find(({ _id }) => _id === id);
/** Works with the clock set forward. */
async function later<T>(offset: number, work: () => Promise<T>): Promise<T> {
  app.clock.offset = offset;
  try {
    return await work();
  } finally {
    app.clock.offset = 0;
  }
}

describe('the address of a new account', () => {
  test('is confirmed by a mailed link, which works once', async () => {
    const user = await newcomer();
    expect(await profile(user)).toMatchObject({ email: user.email, emailConfirmed: false });
    expect((await signIn(user.email)).body).toMatchObject({ email: user.email, emailConfirmed: false });
    const token = await tokenIn(user.email);
    const stored = [
      await app.store.db.selectFrom('email_confirmations').selectAll().execute(),
      await app.store.db.selectFrom('jobs').selectAll().execute(),
    ];
    expect(JSON.stringify(stored) + app.lines.join('')).not.toContain(token);
    expect((await app.anonymous.send('GET', '/api/users/confirm-email')).status).toBe(405);
    expect(await profile(user)).toMatchObject({ emailConfirmed: false });
    for (const bad of ['x', token.slice(0, -1), `${token.split('.', 1).join('')}.`, `${token}.`])
      expect((await confirm(bad)).error.code).toBe('invalid_link');
    // A link with another purpose does not confirm, nor does this one take a change back.
    expect((await takeBack(token)).error.code).toBe('invalid_link');

    expect((await confirm(token)).status).toBe(204);
    expect((await confirm(token)).error.code).toBe('invalid_link');
    expect(await profile(user)).toMatchObject({ emailConfirmed: true });
    expect((await user.call(sendConfirmation, {})).status).toBe(404);
    const [entry] = (await admin.call(listAudit, { query: { action: 'email confirmed' } })).body;
    expect(entry).toMatchObject({ actor: null, subject: { _id: user._id }, details: user.email });
  });

  test('is confirmed by only one of two concurrent uses of the link', async () => {
    const user = await newcomer();
    const token = await tokenIn(user.email);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    const { body } = await admin.call(listAudit, { query: { action: 'email confirmed', user: user._id } });
    expect(body).toHaveLength(1);
  });

  test('has a link that is valid for three days and can be sent again, up to a limit', async () => {
    const user = await newcomer();
    const token = await tokenIn(user.email);
    await later(confirmationDays * day + 1, async () => {
      expect((await confirm(token)).error.code).toBe('invalid_link');
      await app.runJob('clean up accounts');
    });
    await later(4 * day, async () => {
      expect((await user.call(sendConfirmation, {})).status).toBe(202);
      expect(await tokenIn(user.email)).toBe(token);
      for (let i = 0; i < 4; i += 1) expect((await user.call(sendConfirmation, {})).status).toBe(202);
      const { status, error } = await user.call(sendConfirmation, {});
      expect([status, error.message]).toEqual([
        429,
        'Too many links were sent to this address. Try again in 10 minutes.',
      ]);
      expect((await confirm(token)).status).toBe(204);
    });
  });

  test('gets no mail on bugs until it is confirmed, but can be used', async () => {
    const user = await newcomer();
    const bug = await app.bug(user);
    const say = async () => {
      expect(
        (await admin.call(createComment, { params: { id: bug._id }, body: { body: 'Hello' } })).status,
      ).toBe(201);
      await app.runJobs();
      await later(16 * minute, () => app.runJobs());
    };
    await say();
    expect(mailsTo(user.email).map(({ subject }) => subject)).toEqual([
      'Confirm your email address for Katydid',
    ]);
    await confirm(await tokenIn(user.email));
    await say();
    const [mailed, ...others] = mailsTo(user.email).filter(({ subject }) => subject?.includes('[#'));
    expect(others).toEqual([]);
    expect(mailed?.text).toContain('Hello');
  });

  test('is confirmed by a mailed reset link, but not by one that an admin made', async () => {
    const user = await newcomer();
    const link = await admin.call(createResetLink, { params: { id: user._id } });
    const handed = { token: new URL(link.body.url).hash.slice(1), newPassword };
    expect((await app.anonymous.call(resetPassword, { body: handed })).status).toBe(204);
    expect((await signIn(user.email, newPassword)).body.emailConfirmed).toBe(false);
    await app.anonymous.call(requestPasswordReset, { body: { email: user.email } });
    const token = await tokenIn(user.email, /Set a new password/, 'reset-password');
    await app.anonymous.call(resetPassword, { body: { token, newPassword } });
    expect((await signIn(user.email, newPassword)).body.emailConfirmed).toBe(true);
  });

  test('is confirmed by an admin, and by the command line', async () => {
    const [user, other] = [await newcomer(), await newcomer()];
    expect(await managed(user._id)).toMatchObject({ emailConfirmed: false });
    const params = { id: user._id };
    const by = (caller: Client, email: string) => caller.call(confirmUserEmail, { params, body: { email } });
    expect((await by(other, user.email)).status).toBe(403);
    expect((await by(admin, other.email)).status).toBe(404);
    const { status, body } = await by(admin, user.email.toUpperCase());
    expect([status, body.emailConfirmed]).toEqual([200, true]);
    expect((await by(admin, user.email)).status).toBe(404);
    const run = (...args: string[]) => command(databaseUrl, ['user', 'confirm', ...args]);
    expect((await run(other.email)).out).toBe(`${other.email} is confirmed.\n`);
    expect(await profile(other)).toMatchObject({ emailConfirmed: true });
    expect((await run(other.email)).err).toContain('does not need to be confirmed');
    expect((await run()).err).toContain('Say whose');
  });
});

describe('a changed address', () => {
  test('takes effect once it is confirmed; until then, sign-in and mail use the old one', async () => {
    const user = await app.user();
    const to = fresh();
    const { status, body } = await change(user, to);
    expect([status, body.email, body.pendingEmail, body.emailConfirmed]).toEqual([200, user.email, to, true]);
    expect((await signIn(to)).status).toBe(401);
    const notice = await mailTo(user.email, /A change of the email address/);
    expect(notice.text).toContain(user.email);
    // A stranger may have chosen the new address.
    expect(notice.text).not.toContain(to);
    expect((await managed(user._id))?.pendingEmail).toBe(to);
    // The form of the profile sends the address that it shows.
    const saved = await user.call(updateProfile, { body: { name: 'Renamed', email: user.email } });
    expect(saved.body).toMatchObject({ name: 'Renamed', pendingEmail: to });

    const token = await tokenIn(to);
    expect((await mailTo(to, /^Confirm/)).subject).toBe('Confirm your new email address for Katydid');
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    const after = await profile(user);
    expect([after.email, after.pendingEmail, after.emailConfirmed]).toEqual([to, undefined, true]);
    expect((await signIn(to)).status).toBe(200);
    expect((await signIn(user.email)).status).toBe(401);
    await mailTo(user.email, /was changed/);
    const trail = (await admin.call(listAudit, { query: { user: user._id } })).body;
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['email changed', 'email confirmed', 'email change requested']),
    );
  });

  test('is undone by the link to the old address, before and after it is confirmed', async () => {
    for (const isConfirmed of [false, true]) {
      const user = await app.user();
      const to = fresh();
      await change(await elsewhere(user), to);
      const token = await tokenIn(to);
      const stop = await stopToken(user.email);
      if (isConfirmed) await confirm(token);
      expect((await takeBack(stop)).status).toBe(204);
      expect((await takeBack(stop)).error.code).toBe('invalid_link');
      expect((await user.call(getProfile, {})).status).toBe(401);
      const { status, body } = await signIn(user.email);
      expect([status, body.pendingEmail, body.emailConfirmed]).toEqual([200, undefined, true]);
      expect((await confirm(token)).error.code).toBe('invalid_link');
    }
  });

  test('is cancelled on the profile, and dropped after three days', async () => {
    const user = await app.user();
    await change(user, fresh());
    expect((await user.call(cancelEmailChange, {})).status).toBe(204);
    expect((await user.call(cancelEmailChange, {})).status).toBe(404);
    expect((await profile(user)).pendingEmail).toBeUndefined();
    const to = fresh();
    await change(user, to);
    const token = await tokenIn(to);
    await later(confirmationDays * day, async () => {
      expect((await profile(user)).pendingEmail).toBeUndefined();
      expect((await confirm(token)).error.code).toBe('invalid_link');
      expect((await user.call(sendConfirmation, {})).status).toBe(404);
      await app.runJob('clean up accounts');
    });
    const rows = await app.store.db
      .selectFrom('email_confirmations')
      .select('id')
      .where('user_id', '=', user._id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('is cancelled when another session ends its session, but not by signing out', async () => {
    const endings: ((user: TestUser) => Promise<unknown>)[] = [
      (user) => user.call(endOtherSessions, {}),
      ({ _id: id }) => admin.call(endUserSessions, { params: { id } }),
      (user) => user.call(updateProfile, { body: { currentPassword: password, newPassword } }),
      async ({ _id: id }) => {
        const params = { id };
        await admin.call(updateManagedUser, { params, body: { suspended: true } });
        await admin.call(updateManagedUser, { params, body: { suspended: false } });
      },
      async ({ email }) => {
        await app.anonymous.call(requestPasswordReset, { body: { email } });
        const token = await tokenIn(email, /Set a new password/, 'reset-password');
        await app.anonymous.call(resetPassword, { body: { token, newPassword } });
      },
    ];
    for (const end of endings) {
      const user = await app.user();
      const to = fresh();
      await change(await elsewhere(user), to);
      const token = await tokenIn(to);
      await end(user);
      expect((await confirm(token)).error.code).toBe('invalid_link');
    }
    const [user, to] = [await app.user(), fresh()];
    const session = await elsewhere(user);
    await change(session, to);
    await session.call(logout, {});
    expect((await confirm(await tokenIn(to))).status).toBe(204);
    expect((await profile(user)).email).toBe(to);
    // A change stays if its own session changes the password.
    const next = fresh();
    const { body } = await user.call(updateProfile, {
      body: { email: next, currentPassword: password, newPassword },
    });
    expect(body.pendingEmail).toBe(next);
    expect((await confirm(await tokenIn(next))).status).toBe(204);
    expect((await user.call(listEmailChanges, {})).body).toHaveLength(1);
  });

  test('that is taken is refused at once, and again when it is confirmed', async () => {
    const [user, other] = [await app.user(), await app.user()];
    expect((await change(user, other.email.toUpperCase())).error.code).toBe('email_taken');
    const to = fresh();
    for (const each of [user, other]) expect((await change(each, to)).body.pendingEmail).toBe(to);
    await app.runJobs();
    const tokens = mailsTo(to).map(({ text = '' }) => /confirm-email#(\S+)/.exec(text)?.[1] ?? '');
    expect(new Set(tokens).size).toBe(2);
    const answers = await Promise.all(tokens.map(confirm));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.error.message).toBe('An account with this email already exists');
    const emails = [(await profile(user)).email, (await profile(other)).email];
    expect(emails.filter((email) => email === to)).toHaveLength(1);
  });

  test('is renewed by repeating the request, keeps its link, and floods no mailbox', async () => {
    const [to, ...users] = [fresh(), await app.user(), await app.user()] as const;
    const [user, other] = users;
    await change(user, to);
    const token = await tokenIn(to);
    await change(user, to);
    await app.runJobs();
    expect(await tokenIn(to)).toBe(token);
    expect(mailsTo(user.email)).toHaveLength(1);
    for (let i = 0; i < 3; i += 1) expect((await change(user, to)).status).toBe(200);
    expect((await change(other, to)).status).toBe(429);
    expect((await user.call(sendConfirmation, {})).status).toBe(429);
    expect((await change(user, fresh())).status).toBe(429);
    expect((await confirm(token)).status).toBe(204);
  });

  test('of an unconfirmed account confirms it, unless undone without the mailed link', async () => {
    const takeBackAsAdmin = async (user: { _id: string }) => {
      const id = (await managed(user._id))?.emailChanges[0]?._id ?? '';
      await admin.call(takeBackUserEmailChange, { params: { id: user._id, change: id } });
    };
    const takeBackAsOwner = async ({ email }: { email: string }) => takeBack(await stopToken(email));
    for (const [undo, isConfirmed] of [
      [takeBackAsAdmin, false],
      [takeBackAsOwner, true],
    ] as const) {
      const user = await newcomer();
      const to = fresh();
      expect((await change(user, to)).body).toMatchObject({ emailConfirmed: false, pendingEmail: to });
      await confirm(await tokenIn(to));
      expect(await profile(user)).toMatchObject({ email: to, emailConfirmed: true });
      await undo(user);
      expect((await signIn(user.email)).body.emailConfirmed).toBe(isConfirmed);
    }
  });

  test('is confirmed by an admin', async () => {
    const [user, to] = [await app.user(), fresh()];
    await change(user, to);
    const params = { id: user._id };
    const { body } = await admin.call(confirmUserEmail, { params, body: { email: to } });
    expect(body).toMatchObject({ email: to, emailConfirmed: true, emailChanges: [{ from: user.email, to }] });
  });

  test('that differs only in case takes effect at once', async () => {
    const user = await app.user();
    const { body } = await change(user, user.email.toUpperCase());
    expect([body.email, body.pendingEmail]).toEqual([user.email.toUpperCase(), undefined]);
  });
});

test('accounts made without the setting count as confirmed once it is turned on', async () => {
  const own = await testDatabase();
  const before = sink.messages.length;
  const without = await testApp({ databaseUrl: own, settings: { mail, publicUrl } });
  const email = fresh();
  const { body } = await without.anonymous.call(register, { body: { name: 'New', email, password } });
  expect(Object.keys(body).toSorted()).toEqual(['_id', 'createdAt', 'email', 'name', 'role', 'token']);
  const user = without.as(body.token);
  expect(Object.keys((await user.call(getProfile, {})).body)).toHaveLength(6);
  expect((await user.call(sendConfirmation, {})).status).toBe(404);
  const root = await without.user({ role: 'admin' });
  expect(Object.keys((await root.call(listManagedUsers, {})).body[0] ?? {})).not.toContain('emailConfirmed');
  await without.runJobs();
  expect(sink.messages.slice(before)).toEqual([]);
  await without.close();
  const required = await testApp({ databaseUrl: own, settings });
  const again = await required.anonymous.call(login, { body: { email, password } });
  expect(again.body.emailConfirmed).toBe(true);
});
