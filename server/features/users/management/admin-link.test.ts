import { describe, expect, test } from 'vitest';
import { listManagedUsers } from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { getRegistration, register } from '#contract/accounts/users.ts';
import { testApp } from '#server/test/harness.ts';
import { makeAdminLink } from './admin-link.ts';
import { changeRole } from './management.ts';

type App = Awaited<ReturnType<typeof testApp>>;

const day = 86_400_000;
const refused = [400, 'invalid_link'];
const publicUrl = 'https://bugs.example.com';

/** The secret of the link that a starting server prints. */
async function start(app: App): Promise<string | undefined> {
  const now = new Date(Date.now() + app.clock.offset);
  const url = await app.store.write((tx) => makeAdminLink(tx, { publicUrl, now }));
  return url?.split(`${publicUrl}/register#admin=`)[1];
}

let count = 0;
async function attempt(app: App, adminLink?: string, email = `first${(count += 1)}@example.com`) {
  const body = { name: 'Ada', email, password: 'grass under glass', ...(adminLink && { adminLink }) };
  return app.anonymous.call(register, { body });
}

const usersOf = (app: App) => app.store.db.selectFrom('users').select('role').execute();

/** The status and code with which the link is refused. Also checks that no account is made. */
async function refusalOf(app: App, adminLink: string) {
  const before = await usersOf(app);
  const { status, error } = await attempt(app, adminLink);
  expect(error.message).toMatch(
    /^This link no longer makes an admin: it was used, has expired, or was replaced/,
  );
  expect(await usersOf(app)).toEqual(before);
  return [status, error.code];
}

describe('the link that is printed while there is no admin', () => {
  test('makes the account that registers with it the admin, even if registration is closed', async () => {
    const app = await testApp({ settings: { registration: 'closed' } });
    const registration = async () => (await app.anonymous.call(getRegistration, {})).body;
    expect(await registration()).toMatchObject({ mode: 'closed', hasAccounts: false });
    expect((await attempt(app)).status).toBe(403);
    const link = (await start(app)) ?? '';
    expect(link).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await app.store.db.selectFrom('admin_links').selectAll().execute());
    expect(stored).not.toContain(link);
    const { status, body } = await attempt(app, link);
    expect([status, body.role]).toEqual([201, 'admin']);
    const admin = app.as(body.token);
    expect((await admin.call(listManagedUsers, {})).body.map(({ role }) => role)).toEqual(['admin']);
    const trail = (await admin.call(listAudit, {})).body;
    expect(trail.map(({ action, subject, details }) => [action, subject?._id, details])).toEqual([
      ['role changed', body._id, 'admin'],
      ['registered', body._id, ''],
    ]);
    expect(await registration()).toMatchObject({ hasAccounts: true });
    expect(await refusalOf(app, link)).toEqual(refused);
    // There is an admin.
    expect(await start(app)).toBeUndefined();
  });

  test('is valid once, for 24 hours, and until the next start', async () => {
    const app = await testApp();
    const first = (await start(app)) ?? '';
    const second = (await start(app)) ?? '';
    expect(await refusalOf(app, first)).toEqual(refused);
    expect(await refusalOf(app, 'x'.repeat(43))).toEqual(refused);
    app.clock.offset = day + 1000;
    expect(await refusalOf(app, second)).toEqual(refused);
    const third = (await start(app)) ?? '';
    app.clock.offset = 2 * day;
    expect((await attempt(app, third)).body.role).toBe('admin');
  });

  test('is void as soon as a user becomes admin in another way', async () => {
    const app = await testApp();
    const user = await app.user();
    const link = (await start(app)) ?? '';
    await app.store.write((tx) => changeRole(tx, () => {}, { id: user._id, role: 'admin' }));
    expect(await refusalOf(app, link)).toEqual(refused);
  });

  test('stays valid after a registration that was refused, and registering alone makes no admin', async () => {
    const app = await testApp();
    const link = (await start(app)) ?? '';
    const { body } = await attempt(app, undefined, 'ada@example.com');
    expect(body.role).toBe('user');
    expect((await attempt(app, link, 'ada@example.com')).error.code).toBe('email_taken');
    expect((await attempt(app, link)).body.role).toBe('admin');
  });

  test('makes one admin when several people register with it at once', async () => {
    const app = await testApp();
    const link = (await start(app)) ?? '';
    const answers = await Promise.all(Array.from({ length: 5 }, () => attempt(app, link)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400]);
    expect(await usersOf(app)).toEqual([{ role: 'admin' }]);
  });
});

test('if several instances start at once, only one of their links is valid', async () => {
  const app = await testApp();
  const links = await Promise.all(Array.from({ length: 5 }, () => start(app)));
  const statuses: number[] = [];
  for (const link of links) statuses.push((await attempt(app, link)).status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400]);
});
