import { expect, test } from 'vitest';
import { createInvitation } from '#contract/admin/admin.ts';
import { createBug } from '#contract/bugs/bugs.ts';
import { login, updateProfile } from '#contract/accounts/users.ts';
import { jobKinds } from '#server/features.ts';
import { claimJob, enqueue, markDead, markDone } from '#server/jobs/queue.ts';
import { aBug, testApp } from './harness.ts';

const hour = 3_600_000;
const day = 24 * hour;
const tables = [
  'sessions',
  'sign_in_tries',
  'rate_limits',
  'invitations',
  'email_changes',
  'idempotency_keys',
  'jobs',
] as const;

test('rows are deleted once they have expired, and not before', async () => {
  const app = await testApp();
  const { store } = app;
  const [admin, user] = [await app.user({ role: 'admin' }), await app.user()];
  await app.anonymous.call(login, { body: { email: user.email, password: 'wrong' } });
  await app.anonymous.call(login, { body: { email: 'nobody@example.com', password: 'wrong' } });
  await admin.call(createInvitation, {});
  await user.call(updateProfile, { body: { email: 'other@example.com' } });
  await user.call(createBug, { body: aBug }, { 'idempotency-key': 'once' });
  const [job] = jobKinds;
  if (!job) throw new Error('There are no jobs');
  const now = new Date();
  await store.write(async (tx) => {
    for (const end of ['done', 'dead']) {
      await enqueue(tx, job, {}, { now });
      const claimed = await claimJob(tx, { kinds: [job.kind], now, leaseTime: hour });
      if (!claimed) throw new Error('Nothing was claimed');
      await (end === 'done' ? markDone(tx, claimed, now) : markDead(tx, claimed, 'It failed', now));
    }
  });
  const left = async (offset: number) => {
    app.clock.offset = offset;
    for (const kind of ['accounts', 'changes', 'responses', 'jobs']) await app.runJob(`clean up ${kind}`);
    const counts = tables.map(async (table) => [
      table,
      (await store.db.selectFrom(table).selectAll().execute()).length,
    ]);
    return Object.fromEntries(await Promise.all(counts)) as Record<string, number>;
  };
  const all = {
    sessions: 2,
    sign_in_tries: 4,
    rate_limits: 1,
    invitations: 1,
    email_changes: 1,
    idempotency_keys: 1,
    jobs: 2,
  };
  expect(await left(0)).toEqual(all);
  expect(await left(hour)).toEqual({ ...all, sign_in_tries: 0, rate_limits: 0 });
  expect(await left(day + hour)).toMatchObject({ sessions: 2, invitations: 1, idempotency_keys: 0, jobs: 1 });
  expect(await left(8 * day)).toMatchObject({ sessions: 0, invitations: 0, jobs: 1 });
  expect(await left(31 * day)).toEqual(Object.fromEntries(tables.map((table) => [table, 0])));
});
