import { expect, test } from 'vitest';
import { deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { dashboardBugs, getDashboard, getStats, getWeeklyStats } from '#contract/bugs/stats.ts';
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

test('one call has the weeks, the caller’s newest unresolved bugs, and the bugs changed last', async () => {
  const [me, other] = [await app.user(), await app.user()];
  const mine = [];
  for (const status of ['open', 'in-progress', 'resolved', 'open', 'open', 'in-progress', 'open'] as const)
    mine.push(await app.bug(other, { status, assignedTo: me._id }));
  const theirs = await app.bug(me, { assignedTo: other._id });
  const [first] = mine;
  await other.call(updateBug, { params: { id: first?._id ?? '' }, body: { priority: 'high' } });
  const { status, body } = await me.call(getDashboard, {});
  expect(status).toBe(200);
  expect(body.weeks).toEqual((await me.call(getWeeklyStats, {})).body);
  const unresolved = mine.filter((bug) => bug.status !== 'resolved').toReversed();
  expect(body.mine).toEqual(unresolved.slice(0, dashboardBugs));
  const changed = [first, theirs, ...mine.slice(1).toReversed()].map((bug) => bug?._id);
  expect(body.lately.map(({ _id }) => _id)).toEqual(changed.slice(0, dashboardBugs));
  expect((await app.anonymous.call(getDashboard, {})).status).toBe(401);
});
