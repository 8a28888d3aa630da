import { expect, test } from 'vitest';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { getWatchers, unwatchBug, watchBug } from '#contract/conversation/watching.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [ann, bob, cleo, admin] = await Promise.all([
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
  app.user({ name: 'Cleo' }),
  app.user({ name: 'Root', role: 'admin' }),
]);
const ref = ({ _id, name }: { _id: string; name: string }) => ({ _id, name });
const missing = '00000000-0000-7000-8000-000000000000';

const at = ({ _id: id }: { _id: string }) => ({ params: { id } });
const watchersOf = async (by: TestUser, bug: { _id: string }) => (await by.call(getWatchers, at(bug))).body;

test('creators, assignees, commenters, mentioned users and volunteers watch a bug', async () => {
  const bug = await app.bug(ann, { assignedTo: bob._id, description: '@Cleo' });
  const [dan, eve] = [await app.user({ name: 'Dan' }), await app.user({ name: 'Eve' })];
  await dan.call(createComment, { ...at(bug), body: { body: 'Me, too' } });
  expect((await eve.call(watchBug, at(bug))).status).toBe(204);
  expect(await watchersOf(admin, bug)).toEqual({
    watchers: [ann, bob, cleo, dan, eve].map(ref),
    count: 5,
    isWatching: false,
  });
  expect((await ann.call(unwatchBug, at(bug))).status).toBe(204);
  await admin.call(updateManagedUser, { params: { id: eve._id }, body: { suspended: true } });
  expect(await watchersOf(admin, bug)).toMatchObject({ watchers: [bob, cleo, dan].map(ref), count: 3 });
});

test('other users see the number of watchers and whether they watch', async () => {
  const bug = await app.bug(ann);
  expect(await watchersOf(ann, bug)).toEqual({ watchers: [ref(ann)], count: 1, isWatching: true });
  expect(await watchersOf(bob, bug)).toEqual({ watchers: [], count: 1, isWatching: false });
  await bob.call(watchBug, at(bug));
  expect(await watchersOf(bob, bug)).toEqual({ watchers: [ref(bob)], count: 2, isWatching: true });
});

test('admins change what others watch, and no one else does', async () => {
  const bug = await app.bug(ann);
  const other = { ...at(bug), query: { user: bob._id } };
  const refused = await cleo.call(watchBug, other);
  expect([refused.status, refused.error.message]).toEqual([
    403,
    'Only admins can change what other users watch',
  ]);
  expect((await cleo.call(unwatchBug, other)).status).toBe(403);
  expect((await admin.call(watchBug, other)).status).toBe(204);
  expect(await watchersOf(bob, bug)).toMatchObject({ count: 2, isWatching: true });
  expect((await admin.call(unwatchBug, other)).status).toBe(204);
  expect((await bob.call(watchBug, other)).status).toBe(204);
  expect(await watchersOf(admin, bug)).toMatchObject({ count: 2, isWatching: false });
  const unknown = await admin.call(watchBug, { ...at(bug), query: { user: missing } });
  expect([unknown.status, unknown.error.fields]).toEqual([
    400,
    { user: 'user must be the id of a user who is not suspended' },
  ]);
});

test('404 for a bug that does not exist', async () => {
  for (const endpoint of [watchBug, unwatchBug, getWatchers])
    expect((await ann.call(endpoint, at({ _id: missing }))).status).toBe(404);
});

test('users who mention each other at the same time do not deadlock', async () => {
  const bug = await app.bug(ann);
  const post = (by: TestUser, body: string) => by.call(createComment, { ...at(bug), body: { body } });
  const calls = [() => post(ann, '@Bob @Cleo'), () => post(bob, '@Cleo @Ann'), () => post(cleo, '@Ann @Bob')];
  const answers = await Promise.all(Array.from({ length: 10 }, () => calls.map((call) => call())).flat());
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  await app.runJobs();
  const jobs = await app.store.db.selectFrom('jobs').select(['state', 'attempts']).execute();
  expect(new Set(jobs.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['done 1']));
});
