import { expect, test } from 'vitest';
import { deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { getStats } from '#contract/bugs/stats.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp();

test('an empty tracker counts nothing', async () => {
  const user = await app.user();
  const { status, body } = await user.call(getStats, {});
  expect(status).toBe(200);
  expect(body).toEqual({ totalBugs: 0, openBugs: 0, inProgressBugs: 0, resolvedBugs: 0, assignedToMe: 0 });
});

test('counts follow every change', async () => {
  const [me, other] = [await app.user(), await app.user()];
  const bug = await app.bug(me, { assignedTo: me._id });
  await app.bug(me, { status: 'in-progress', assignedTo: other._id });
  await app.bug(other, { status: 'resolved', assignedTo: me._id });
  expect((await me.call(getStats, {})).body).toEqual({
    totalBugs: 3,
    openBugs: 1,
    inProgressBugs: 1,
    resolvedBugs: 1,
    assignedToMe: 2,
  });
  await me.call(updateBug, { params: { id: bug._id }, body: { status: 'resolved', assignedTo: '' } });
  expect((await me.call(getStats, {})).body).toEqual({
    totalBugs: 3,
    openBugs: 0,
    inProgressBugs: 1,
    resolvedBugs: 2,
    assignedToMe: 1,
  });
  await me.call(deleteBug, { params: { id: bug._id } });
  expect((await other.call(getStats, {})).body).toEqual({
    totalBugs: 2,
    openBugs: 0,
    inProgressBugs: 1,
    resolvedBugs: 1,
    assignedToMe: 1,
  });
});

test('401 without a session', async () => {
  expect((await app.anonymous.call(getStats, {})).status).toBe(401);
});
