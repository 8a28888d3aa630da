import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endUserSessions, updateManagedUser } from '#contract/admin/admin.ts';
import { createBug } from '#contract/bugs/bugs.ts';
import { endOtherSessions, endSession } from '#contract/accounts/sessions.ts';
import { getProfile, login, updateProfile } from '#contract/accounts/users.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import { type Answer, type TestUser, aBug, password, testApp } from '#server/test/harness.ts';

const app = await testApp();

/** How many transactions wait for others. */
async function waiting(): Promise<number> {
  if (!engineOf(app.store.db).transactionsOverlap) return app.store.connections().waiting;
  const { rows } = await sql<{ n: string }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.store.db);
  return Number(rows[0]?.n);
}

/** Sends a request, and ends something while it waits for rows that another transaction has locked. */
async function meanwhile(
  user: TestUser,
  send: () => Promise<Answer<unknown>>,
  end: (tx: Tx) => Promise<unknown>,
): Promise<Answer<unknown>> {
  const answer = await app.store.write(async (tx) => {
    await tx
      .updateTable('counters')
      .set((eb) => ({ value: eb.ref('value') }))
      .execute();
    await tx.updateTable('users').set({ name: user.name }).where('id', '=', user._id).execute();
    if (engineOf(tx).transactionsOverlap) await sql`lock table bugs in share mode`.execute(tx);
    const sent = send();
    await expect.poll(waiting).toBeGreaterThan(0);
    await end(tx);
    return { sent };
  });
  return answer.sent;
}

const endSessions = (user: TestUser) => (tx: Tx) =>
  tx.deleteFrom('sessions').where('user_id', '=', user._id).execute();
const suspend = (user: TestUser) => (tx: Tx) =>
  tx
    .updateTable('users')
    .set({ suspended_at: new Date().toISOString() })
    .where('id', '=', user._id)
    .execute();
const demote = (user: TestUser) => (tx: Tx) =>
  tx.updateTable('users').set({ role: 'user' }).where('id', '=', user._id).execute();

const sessionsOf = ({ _id }: TestUser) =>
  app.store.db.selectFrom('sessions').select('id').where('user_id', '=', _id).execute();
const newPassword = { currentPassword: password, newPassword: 'rain on the old roof' };

describe('nothing is written for a session that ended while the request waited', () => {
  test.each([
    ['a new bug', (user: TestUser) => user.call(createBug, { body: aBug })],
    ['a new name', (user: TestUser) => user.call(updateProfile, { body: { name: 'Other' } })],
    ['the end of other sessions', (user: TestUser) => user.call(endOtherSessions, {})],
  ])('%s', async (_, send) => {
    const user = await app.user();
    expect((await meanwhile(user, () => send(user), endSessions(user))).status).toBe(401);
    const bugs = await app.store.db
      .selectFrom('bugs')
      .select('id')
      .where('created_by', '=', user._id)
      .execute();
    expect(bugs).toEqual([]);
    const row = await app.store.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', user._id)
      .executeTakeFirst();
    expect(row?.name).toBe(user.name);
  });

  test('a new bug of a suspended user', async () => {
    const user = await app.user();
    const answer = await meanwhile(user, () => user.call(createBug, { body: aBug }), suspend(user));
    expect(answer.status).toBe(401);
  });

  test('an admin’s change by a caller who has been demoted', async () => {
    const [admin, other] = [await app.user({ role: 'admin' }), await app.user()];
    const make = () => admin.call(updateManagedUser, { params: { id: other._id }, body: { role: 'admin' } });
    const { status, error } = await meanwhile(admin, make, demote(admin));
    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect((await other.call(getProfile, {})).body.role).toBe('user');
  });

  test.each([
    ['ended', endSessions],
    ['suspended', suspend],
  ])('a new password begins no session for a user who was %s', async (_, end) => {
    const user = await app.user();
    await meanwhile(
      user,
      () => user.call(updateProfile, { body: newPassword }),
      async (tx) => {
        await end(user)(tx);
        await endSessions(user)(tx);
      },
    );
    expect(await sessionsOf(user)).toEqual([]);
  });
});

test('of several concurrent changes of the same password, one succeeds', async () => {
  const user = await app.user();
  const { body } = await app.anonymous.call(login, { body: { email: user.email, password } });
  const change = (token: string, next: string) =>
    app.as(token).call(updateProfile, { body: { currentPassword: password, newPassword: next } });
  const answers = await Promise.all([
    change(user.token, 'rain on the old roof'),
    change(user.token, 'snow on the old roof'),
    change(body.token, 'hail on the old roof'),
  ]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(2);
  // The password that they gave is no longer the current one, or their session has ended.
  for (const { error } of refused) expect(['wrong_password', 'unauthorized']).toContain(error.code);
  expect(await sessionsOf(user)).toHaveLength(1);
});

test('a new password set while all sessions end leaves no earlier session alive', async () => {
  const [admin, user] = [await app.user({ role: 'admin' }), await app.user()];
  const change = user.call(updateProfile, { body: newPassword });
  await admin.call(endUserSessions, { params: { id: user._id } });
  expect([200, 401]).toContain((await change).status);
  expect((await user.call(getProfile, {})).status).toBe(401);
});

test('users may end their own session, and admins demote and suspend themselves', async () => {
  await app.user({ role: 'admin' });
  const [admin, user] = [await app.user({ role: 'admin' }), await app.user()];
  const [session] = await sessionsOf(user);
  expect((await user.call(endSession, { params: { id: session?.id ?? '' } })).status).toBe(204);
  const set = (changes: { role?: 'user'; suspended?: true }) =>
    admin.call(updateManagedUser, { params: { id: admin._id }, body: changes });
  expect((await set({ role: 'user', suspended: true })).status).toBe(200);
  const other = await app.user({ role: 'admin' });
  expect((await other.call(endUserSessions, { params: { id: other._id } })).status).toBe(204);
});
