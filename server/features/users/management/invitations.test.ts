import { describe, expect, test } from 'vitest';
import { inviteAddresses, listInvitations, withdrawInvitation } from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { register } from '#contract/accounts/users.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';
import { startWorker } from '#server/test/job-worker.ts';
import { mailSink } from '#server/test/mail/mail-sink.ts';

const publicUrl = 'https://bugs.example.com';
const week = 7 * 86_400_000;

const invite = (admin: TestUser, ...emails: string[]) => admin.call(inviteAddresses, { body: { emails } });
const pendingOf = async (admin: TestUser) => (await admin.call(listInvitations, {})).body.invitations;

type App = Awaited<ReturnType<typeof testApp>>;

async function statusOf(app: App, link: string | null | undefined, email: string): Promise<number> {
  const invitation = link?.split('#invitation=')[1] ?? '';
  const body = { name: 'Guest', email, password: 'grass under glass', invitation };
  return (await app.anonymous.call(register, { body })).status;
}

describe('POST /api/admin/invitations/by-email', () => {
  test('without mail, returns a link for each new address, and lists the skipped addresses', async () => {
    const app = await testApp({ settings: { registration: 'invite', publicUrl, hasPublicUrl: true } });
    const admin = await app.user({ role: 'admin', email: 'root@example.com' });
    const { status, body } = await invite(
      admin,
      'bo@example.com',
      'ROOT@example.com',
      'Bo@Example.com',
      'al@example.com',
    );
    expect(status).toBe(200);
    expect(body.skipped).toEqual([
      { email: 'Bo@Example.com', reason: 'duplicate' },
      { email: 'ROOT@example.com', reason: 'account' },
    ]);
    expect(body.invited.map(({ email }) => email)).toEqual(['al@example.com', 'bo@example.com']);
    const [al, bo] = body.invited;
    expect(al?.url).toMatch(/^https:\/\/bugs\.example\.com\/register#invitation=[\w-]{43}$/);
    const rows = JSON.stringify(await app.store.db.selectFrom('invitations').selectAll().execute());
    expect(rows).not.toContain(al?.url?.split('=')[1] ?? '');
    const list = (await admin.call(listInvitations, {})).body;
    expect(list).toMatchObject({ isMailed: false, publicUrl, hasPublicUrl: true });
    expect(new Set(list.invitations.map(({ email }) => email))).toEqual(
      new Set(['al@example.com', 'bo@example.com']),
    );
    expect(list.invitations.every(({ invitedBy }) => invitedBy?._id === admin._id)).toBe(true);
    // Invited again, Al has the same link, for another week.
    app.clock.offset = week - 60_000;
    expect((await invite(admin, 'AL@example.com')).body.invited[0]?.url).toBe(al?.url);
    app.clock.offset = week + 60_000;
    expect((await pendingOf(admin)).map(({ email }) => email)).toEqual(['AL@example.com']);
    expect(await statusOf(app, bo?.url, 'bo@example.com')).toBe(403);
    expect(await statusOf(app, al?.url, 'al@example.com')).toBe(201);
    expect(await statusOf(app, al?.url, 'al2@example.com')).toBe(403);
    expect(await pendingOf(admin)).toEqual([]);
  });

  test('an address invited with another key, as before a restore, gets a link that works', async () => {
    const app = await testApp({ settings: { registration: 'invite', publicUrl, hasPublicUrl: true } });
    const admin = await app.user({ role: 'admin' });
    await invite(admin, 'al@example.com');
    await app.store.write((tx) =>
      tx.updateTable('invitations').set({ secret_hash: 'of another key' }).execute(),
    );
    const { body } = await invite(admin, 'al@example.com');
    expect(await statusOf(app, body.invited[0]?.url, 'al@example.com')).toBe(201);
  });

  test('400 for no address, for more than a hundred, and for an invalid one', async () => {
    const app = await testApp();
    const admin = await app.user({ role: 'admin' });
    const many = Array.from({ length: 101 }, (_, i) => `guest${i}@example.com`);
    expect((await invite(admin)).status).toBe(400);
    expect((await invite(admin, ...many)).status).toBe(400);
    expect((await invite(admin, 'guest@example.com', 'guest')).status).toBe(400);
    expect(await pendingOf(admin)).toEqual([]);
    for (let i = 0; i < 3; i += 1) expect((await invite(admin, ...many.slice(0, 100))).status).toBe(200);
    const refused = await invite(admin, ...many.slice(0, 100));
    expect([refused.status, refused.error.code]).toEqual([429, 'too_many_requests']);
  });

  test('two admins who invite the same people at once make one invitation for each', async () => {
    const app = await testApp();
    const [one, other] = [await app.user({ role: 'admin' }), await app.user({ role: 'admin' })];
    const people = ['a@example.com', 'b@example.com', 'c@example.com'];
    const answers = await Promise.all([invite(one, ...people), invite(other, ...people.toReversed())]);
    const [urls, others] = answers.map(({ body }) => body.invited.map(({ url }) => url));
    expect(urls).toEqual(others);
    expect(await pendingOf(one)).toHaveLength(3);
  });
});

test('DELETE /api/admin/invitations/:id voids the link, and the trail has both events', async () => {
  const app = await testApp({ settings: { registration: 'invite' } });
  const admin = await app.user({ role: 'admin' });
  const { body } = await invite(admin, 'guest@example.com');
  const [pending] = await pendingOf(admin);
  const withdraw = () => admin.call(withdrawInvitation, { params: { id: pending?._id ?? '' } });
  expect((await withdraw()).status).toBe(204);
  expect((await withdraw()).status).toBe(404);
  expect(await statusOf(app, body.invited[0]?.url, 'guest@example.com')).toBe(403);
  const trail = (await admin.call(listAudit, {})).body.slice(0, 2);
  expect(trail.map(({ action, details, actor }) => [action, details, actor?._id])).toEqual([
    ['invitation withdrawn', 'guest@example.com', admin._id],
    ['invited', 'guest@example.com', admin._id],
  ]);
});

test('where mail is set up, the link is mailed, and shown to no one', async () => {
  const sink = await mailSink();
  const mail = { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } };
  const app = await testApp({ settings: { registration: 'invite', mail, publicUrl } });
  startWorker(app);
  const admin = await app.user({ role: 'admin' });
  const { body } = await invite(admin, 'guest@example.com');
  expect(body.invited.map(({ url }) => url)).toEqual([null]);
  await expect.poll(() => sink.messages.length).toBe(1);
  const [message] = sink.messages;
  expect(message?.to).toEqual(['guest@example.com']);
  const link = /https:\/\/bugs\.example\.com\/register#invitation=\S+/.exec(message?.parsed.text ?? '')?.[0];
  expect(await statusOf(app, link, 'guest@example.com')).toBe(201);
  for (let i = 0; i < 3; i += 1) await invite(admin, 'other@example.com');
  expect((await invite(admin, 'other@example.com')).body.skipped).toEqual([
    { email: 'other@example.com', reason: 'mailed lately' },
  ]);
});
