import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import {
  createInvitation,
  listInvitations,
  withdrawInvitation,
  confirmUserEmail,
  createResetLink,
  endUserSessions,
  listManagedUsers,
  takeBackUserEmailChange,
  updateManagedUser,
} from '#contract/admin/admin.ts';
import { type AuditEntry, listAudit, securityActions } from '#contract/admin/audit.ts';
import { deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { createComment, deleteComment } from '#contract/conversation/comments.ts';
import { requestPasswordReset, resetPassword, cancelEmailChange } from '#contract/accounts/account-links.ts';
import { listUsers, login, logout, register, updateProfile } from '#contract/accounts/users.ts';
import { newId } from '#server/engine/id.ts';
import type { Tx } from '#server/engine/schema.ts';
import { testDatabase } from '#server/test/database.ts';
import { password, testApp } from '#server/test/harness.ts';
import { insertEntry } from './queries.ts';

// Nothing is sent: no jobs run.
const mail = { url: 'smtp://127.0.0.1:1', from: { name: 'Katydid', address: 'bugs@example.com' } };
const app = await testApp({ settings: { mail } });
const admin = await app.user({ role: 'admin' });

async function entries(
  query: Parameters<typeof admin.call<typeof listAudit>>[1]['query'] = {},
): Promise<AuditEntry[]> {
  return (await admin.call(listAudit, { query })).body;
}

/** The actions that are recorded where mail is set up. */
async function entriesOfConfirmations(): Promise<AuditEntry[]> {
  const confirming = await testApp({ settings: { mail, requiresConfirmedEmail: true } });
  const root = await confirming.user({ role: 'admin', email: 'root@example.com' });
  await root.call(updateProfile, { body: { email: 'cancelled@example.com' } });
  await root.call(cancelEmailChange, {});
  const body = { email: 'root@example.net' };
  await root.call(updateProfile, { body });
  await root.call(confirmUserEmail, { params: { id: root._id }, body });
  const recorded = (await root.call(listAudit, { query: { user: root._id } })).body;
  const subject = { _id: root._id };
  expect(recorded).toMatchObject([
    { action: 'email changed', subject, details: 'root@example.com → root@example.net' },
    { action: 'email confirmed', subject, details: 'root@example.net' },
    { action: 'email change requested', subject, details: 'root@example.com → root@example.net' },
    { action: 'email change cancelled', subject, details: 'cancelled@example.com' },
    { action: 'email change requested', subject, details: 'root@example.com → cancelled@example.com' },
  ]);
  return recorded;
}

/** The newest entry with this action. */
async function newest(action: AuditEntry['action']): Promise<AuditEntry | undefined> {
  return (await entries({ action }))[0];
}

test('every security event is in the trail with its actor, address and request id', async () => {
  const secret = 'a secret for the trail';
  const registered = await app.anonymous.call(register, {
    body: { name: 'Tracy', email: 'tracy@example.com', password: secret },
  });
  const tracy = registered.body;
  const subject = { _id: tracy._id, name: 'Tracy' };
  const requestId = registered.headers.get('x-request-id');
  expect(await newest('registered')).toMatchObject({
    actor: subject,
    subject,
    address: '127.0.0.1',
    requestId,
  });

  const failed = await app.anonymous.call(login, { body: { email: tracy.email, password: 'wrong' } });
  expect(await newest('sign-in failed')).toMatchObject({
    actor: null,
    subject,
    details: 'wrong password',
    requestId: failed.headers.get('x-request-id'),
  });
  await app.anonymous.call(login, { body: { email: 'nobody@example.com', password } });
  expect(await newest('sign-in failed')).toMatchObject({ subject: null, details: 'unknown address' });

  const { body } = await app.anonymous.call(login, { body: { email: tracy.email, password: secret } });
  expect(await newest('signed in')).toMatchObject({ actor: subject, subject });
  const session = app.as(body.token);
  await session.call(logout, {});
  expect(await newest('signed out')).toMatchObject({ actor: subject, subject });

  const tracyNow = app.as(tracy.token);
  const bug = await app.bug(admin, { title: 'Not Tracy’s' });
  await tracyNow.call(updateBug, { params: { id: bug._id }, body: { title: 'Mine' } });
  expect(await newest('refused')).toMatchObject({ actor: subject, details: 'PUT /api/bugs/:id' });
  await tracyNow.call(listAudit, {});
  expect(await newest('refused')).toMatchObject({ actor: subject, details: 'GET /api/admin/audit' });
  const say = async () =>
    (await tracyNow.call(createComment, { params: { id: bug._id }, body: { body: 'Text' } })).body._id;
  await admin.call(deleteComment, { params: { id: await say() } });
  const removed = await newest('comment deleted');
  expect(removed).toMatchObject({
    actor: { _id: admin._id },
    subject,
    details: `#${bug.number} Not Tracy’s`,
  });
  await tracyNow.call(deleteComment, { params: { id: await say() } });
  expect(await newest('comment deleted')).toEqual(removed);
  await admin.call(deleteBug, { params: { id: bug._id } });
  expect(await newest('bug deleted')).toMatchObject({
    actor: { _id: admin._id },
    details: `#${bug.number} Not Tracy’s`,
  });

  await tracyNow.call(updateProfile, {
    body: { currentPassword: 'a wrong guess', newPassword: `${secret} too` },
  });
  expect(await newest('password change failed')).toMatchObject({ actor: subject, subject });
  await tracyNow.call(updateProfile, {
    body: { currentPassword: secret, newPassword: `${secret} too` },
  });
  expect(await newest('password changed')).toMatchObject({ actor: subject, subject });

  await tracyNow.call(updateProfile, { body: { email: 'tracy@example.net' } });
  await admin.call(confirmUserEmail, { params: { id: tracy._id }, body: { email: 'tracy@example.net' } });
  const details = 'tracy@example.com → tracy@example.net';
  expect(await newest('email changed')).toMatchObject({ actor: { _id: admin._id }, subject, details });
  const [made] = (await admin.call(listManagedUsers, { query: { q: 'tracy@' } })).body[0]?.emailChanges ?? [];
  await admin.call(takeBackUserEmailChange, { params: { id: tracy._id, change: made?._id ?? '' } });
  expect(await newest('email change taken back')).toMatchObject({ actor: { _id: admin._id }, subject });

  const params = { id: tracy._id };
  await admin.call(updateManagedUser, { params, body: { role: 'admin' } });
  expect(await newest('role changed')).toMatchObject({
    actor: { _id: admin._id },
    subject,
    details: 'admin',
  });
  await admin.call(updateManagedUser, { params, body: { suspended: true } });
  expect(await newest('suspended')).toMatchObject({ subject });
  const own = { email: tracy.email, password: `${secret} too` };
  expect((await app.anonymous.call(login, { body: own })).status).toBe(403);
  expect(await newest('sign-in failed')).toMatchObject({ subject, details: 'suspended' });
  await admin.call(updateManagedUser, { params, body: { suspended: false } });
  expect(await newest('reinstated')).toMatchObject({ subject });
  await admin.call(endUserSessions, { params });
  expect(await newest('sessions ended')).toMatchObject({ subject });
  const invitation = await admin.call(createInvitation, {});
  expect(await newest('invited')).toMatchObject({ actor: { _id: admin._id } });
  const [pending] = (await admin.call(listInvitations, {})).body.invitations;
  await admin.call(withdrawInvitation, { params: { id: pending?._id ?? '' } });
  expect(await newest('invitation withdrawn')).toMatchObject({ actor: { _id: admin._id } });

  await app.anonymous.call(requestPasswordReset, { body: { email: 'nobody@example.com' } });
  expect(await newest('password reset requested')).toMatchObject({ actor: null, subject: null });
  const link = await admin.call(createResetLink, { params });
  expect(await newest('password reset link created')).toMatchObject({ actor: { _id: admin._id }, subject });
  const token = new URL(link.body.url).hash.slice(1);
  const newPassword = `${secret} three`;
  await app.anonymous.call(resetPassword, { body: { token, newPassword } });
  expect(await newest('password reset')).toMatchObject({ actor: null, subject });

  const all = await entries();
  const actions = new Set([...all, ...(await entriesOfConfirmations())].map(({ action }) => action));
  expect(actions).toEqual(new Set(securityActions));
  const secrets = [
    secret,
    password,
    tracy.token,
    body.token,
    admin.token,
    invitation.body.url.slice(-32),
    token,
  ];
  const written = JSON.stringify(all) + app.lines.join('');
  for (const each of secrets) expect(written).not.toContain(each);
});

test('an event that is rolled back leaves no entry', async () => {
  const before = await entries({ action: 'registered' });
  const body = { name: 'Again', email: admin.email, password: 'stones in the brook' };
  expect((await app.anonymous.call(register, { body })).status).toBe(400);
  expect(await entries({ action: 'registered' })).toEqual(before);
});

test('entries are listed newest first, filtered, and page by page', async () => {
  const user = await app.user();
  const origin = { actorId: user._id, address: '127.0.0.1', requestId: 'none', at: new Date() };
  await app.store.write(async (tx) => {
    for (let i = 0; i < 120; i += 1) await insertEntry(tx, origin, { action: 'invited' });
  });
  const first = await entries({ user: user._id });
  const second = await entries({ user: user._id, before: first.at(-1)?._id ?? '' });
  expect([first.length, second.length]).toEqual([100, 20]);
  expect(new Set([...first, ...second].map(({ _id }) => _id)).size).toBe(120);
  expect(await entries({ user: user._id, action: 'suspended' })).toEqual([]);
  expect((await admin.send('GET', '/api/admin/audit?action=nonsense')).status).toBe(400);
});

describe('refusals that one user repeats', () => {
  const minutes = 60_000;
  const what = 'GET /api/admin/audit';

  test('are one entry at first, and one more with their number after ten minutes', async () => {
    const own = await testApp();
    const [reader, user, other] = [await own.user({ role: 'admin' }), await own.user(), await own.user()];
    const refused = async (by: Pick<typeof user, '_id'>) => {
      const { body } = await reader.call(listAudit, { query: { user: by._id } });
      return body.map(({ details }) => details).toReversed();
    };
    await Promise.all(Array.from({ length: 30 }, () => user.call(listAudit, {})));
    await user.call(listUsers, {});
    await other.call(listAudit, {});
    expect(await refused(user)).toEqual([what]);
    expect(await refused(other)).toEqual([what]);
    own.clock.offset = 10 * minutes;
    const last = await user.call(listAudit, {});
    expect(await refused(user)).toEqual([what, `${what} × 29`, what]);
    // Another call is another entry.
    await user.call(createInvitation, {});
    expect(await refused(user)).toEqual([what, `${what} × 29`, what, 'POST /api/admin/invitations']);
    expect(last.status).toBe(403);
  });

  test('are recorded when the server stops', async () => {
    const databaseUrl = await testDatabase();
    const own = await testApp({ databaseUrl });
    const [reader, user] = [await own.user({ role: 'admin' }), await own.user()];
    for (let i = 0; i < 3; i += 1) await user.call(listAudit, {});
    await own.close();
    const again = await testApp({ databaseUrl });
    const { body } = await again.as(reader.token).call(listAudit, { query: { user: user._id } });
    expect(body.map(({ details }) => details)).toEqual([`${what} × 2`, what]);
  });
});

test('no entry can be changed, removed or replaced', async () => {
  const refused = (work: (tx: Tx) => Promise<unknown>) =>
    expect(app.store.write(work)).rejects.toThrow('only added');
  await refused((tx) => tx.updateTable('audit').set({ details: 'nothing happened' }).execute());
  await refused((tx) => tx.deleteFrom('audit').execute());

  const row = await app.store.db.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
  const forged = { ...row, details: 'nothing happened' };
  await refused((tx) =>
    tx
      .insertInto('audit')
      .values(forged)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ details: forged.details }))
      .execute(),
  );
  if (inject('engine') === 'postgres') {
    await refused((tx) => sql`truncate audit`.execute(tx));
    return;
  }
  await refused((tx) => tx.replaceInto('audit').values(forged).execute());
  const byNumber = sql`replace into audit (rowid, id, at, action, address, request_id, details)
    select rowid, ${newId()}, at, action, address, request_id, 'nothing happened' from audit limit 1`;
  await refused((tx) => byNumber.execute(tx));
  await refused((tx) => sql`update or replace audit set id = ${row.id}`.execute(tx));
});
