import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { type WorkField, getBugSettings, setBugField } from '#contract/bugs/bug-work.ts';
import * as bugs from '#contract/bugs/bugs.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { getStats } from '#contract/bugs/stats.ts';
import { aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [creator, assignee, other, admin] = await Promise.all([
  app.user({ name: 'Creator' }),
  app.user({ name: 'Assignee' }),
  app.user({ name: 'Other' }),
  app.user({ role: 'admin', name: 'Admin' }),
]);
const missing = '00000000-0000-7000-8000-000000000000';

const aAssigned = () => app.bug(creator, { assignedTo: assignee._id });
const send = (by: typeof creator, bug: bugs.Bug, field: WorkField, value: unknown, headers = {}) =>
  by.send('PUT', setBugField[field].path.replace(':id', bug._id), {
    body: JSON.stringify({ [field]: value }),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('PUT /api/bugs/:id/status, /priority and /assignee', () => {
  test('200 with the bug and its ETag for the assignee, who cannot edit the rest', async () => {
    const bug = await aAssigned();
    const first = await send(assignee, bug, 'status', 'resolved');
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    expect(first.body).toEqual({
      ...bug,
      status: 'resolved',
      version: 2,
      updatedAt: expect.any(String) as string,
    });
    expect((await send(assignee, bug, 'priority', 'high')).body).toMatchObject({ priority: 'high' });
    const edit = { params: { id: bug._id }, body: { status: 'open' } } as const;
    expect((await assignee.call(bugs.updateBug, edit)).status).toBe(403);
  });

  test('an assignee who hands a bug over can no longer work on it', async () => {
    const bug = await aAssigned();
    const { body } = await send(assignee, bug, 'assignedTo', other._id);
    expect(body).toMatchObject({ assignedTo: { _id: other._id, name: 'Other' }, version: 2 });
    expect((await send(assignee, bug, 'status', 'resolved')).status).toBe(403);
    expect((await send(other, bug, 'status', 'resolved')).status).toBe(200);
  });

  test.each(['', null])('assignedTo %j unassigns', async (value) => {
    const { body } = await send(assignee, await aAssigned(), 'assignedTo', value);
    expect(body).toMatchObject({ assignedTo: null });
  });

  test('403 for other users, with the reason, and the bug is unchanged', async () => {
    const bug = await aAssigned();
    const { status, error } = await send(other, bug, 'assignedTo', other._id);
    expect([status, error.code, error.message]).toEqual([
      403,
      'forbidden',
      'Only its creator, its assignee and admins can assign this bug. Others can take a bug that is not assigned',
    ]);
    expect((await creator.call(bugs.getBug, { params: { id: bug._id } })).body).toEqual(bug);
  });

  test('412 with the stored bug when If-Match names another version', async () => {
    const bug = await aAssigned();
    const ifMatch = { 'if-match': '"1"' };
    expect((await send(assignee, bug, 'status', 'in-progress', ifMatch)).status).toBe(200);
    const { status, error, headers } = await send(assignee, bug, 'status', 'resolved', ifMatch);
    expect([status, error.code, headers.get('etag')]).toEqual([412, 'version_mismatch', '"2"']);
    expect(error['bug']).toMatchObject({ status: 'in-progress', version: 2 });
    expect((await send(assignee, bug, 'status', 'resolved', { 'if-match': '"2"' })).status).toBe(200);
  });

  test.each([
    ['status', 'done', 'Status must be one of open, in-progress, resolved'],
    ['status', undefined, 'Status is required'],
    ['priority', 1, 'Priority must be one of low, medium, high'],
    ['assignedTo', missing, 'Assigned To must be one of the users'],
    ['assignedTo', undefined, 'Assigned To must be the id of a user, or empty'],
  ] as const)('400 for %s = %j', async (field, value, message) => {
    const { status, error } = await send(assignee, await aAssigned(), field, value);
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
  });

  test('400 for any further field', async () => {
    const { _id: id } = await aAssigned();
    const { status, error } = await assignee.send('PUT', `/api/bugs/${id}/status`, {
      body: JSON.stringify({ status: 'open', title: 'Mine' }),
      headers: { 'content-type': 'application/json' },
    });
    expect([status, error.fields]).toEqual([400, { title: 'Unknown field: title' }]);
  });

  test('404 for a bug that does not exist, and 401 without a session', async () => {
    const bug = await aAssigned();
    expect((await send(assignee, { ...bug, _id: missing }, 'status', 'open')).status).toBe(404);
    expect(
      (await app.anonymous.call(setBugField.status, { params: { id: bug._id }, body: { status: 'open' } }))
        .status,
    ).toBe(401);
  });

  test('a change of one field is in the history and the counts, as an edit is', async () => {
    const bug = await aAssigned();
    const before = (await assignee.call(getStats, {})).body;
    await send(assignee, bug, 'status', 'resolved');
    const after = (await assignee.call(getStats, {})).body;
    expect(after.resolvedBugs - before.resolvedBugs).toBe(1);
    const { body } = await other.call(getHistory, { params: { id: bug._id } });
    expect(body.at(-1)).toMatchObject({ by: { name: 'Assignee' }, version: 2 });
  });

  test('of a hundred changes of the same version, only one is made', async () => {
    const bug = await aAssigned();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        send(at % 2 ? assignee : creator, bug, 'status', 'resolved', { 'if-match': '"1"' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(99);
  });
});

test('any user can take an unassigned bug, and then work on it as its assignee', async () => {
  const bug = await app.bug(creator);
  expect((await send(other, bug, 'status', 'in-progress')).status).toBe(403);
  expect((await send(other, bug, 'assignedTo', assignee._id)).status).toBe(403);
  expect((await send(other, bug, 'assignedTo', '')).status).toBe(403);
  const { status, body } = await send(other, bug, 'assignedTo', other._id);
  expect([status, body]).toMatchObject([200, { assignedTo: { _id: other._id }, version: 2 }]);
  expect((await send(other, bug, 'status', 'in-progress')).status).toBe(200);
  expect((await send(other, bug, 'assignedTo', '')).status).toBe(200);
});

test('of twenty users who take a bug at once, one gets it, and the others get the reason', async () => {
  const bug = await app.bug(creator);
  const others = await Promise.all(Array.from({ length: 20 }, () => app.user()));
  const answers = await Promise.all(others.map((user) => send(user, bug, 'assignedTo', user._id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 403);
  expect(refused).toHaveLength(19);
  expect(refused[0]?.error.message).toMatch(/Others can take a bug that is not assigned$/);
});

test('with TRIAGE=everyone, users can work on every bug, but edit only their own', async () => {
  const open = await testApp({ settings: { bugWorkers: 'everyone' } });
  const [ann, bob] = [await open.user(), await open.user()];
  const bug = await open.bug(ann);
  expect((await bob.call(getBugSettings, {})).body).toEqual({ triage: 'everyone' });
  expect((await send(bob, bug, 'status', 'resolved')).status).toBe(200);
  expect((await send(bob, bug, 'assignedTo', bob._id)).status).toBe(200);
  const edit = { params: { id: bug._id }, body: { ...aBug } };
  expect((await bob.call(bugs.updateBug, edit)).status).toBe(403);
  expect((await admin.call(getBugSettings, {})).body).toEqual({ triage: 'assignee' });
  await open.close();
});

describe('a suspended user', () => {
  const suspend = (user: typeof creator, suspended = true) =>
    admin.call(updateManagedUser, { params: { id: user._id }, body: { suspended } });

  test('cannot be newly assigned by any call, but stays assigned when others edit the bug', async () => {
    const eve = await app.user({ name: 'Eve' });
    const [mine, free] = [await app.bug(creator, { assignedTo: eve._id }), await app.bug(creator)];
    await suspend(eve);
    const refusal = { assignedTo: 'Eve is suspended and cannot be assigned new bugs' };
    const assignedTo = eve._id;
    const refused = [
      await send(creator, free, 'assignedTo', assignedTo),
      await creator.call(bugs.updateBug, { params: { id: free._id }, body: { assignedTo } }),
      await creator.call(bugs.createBug, { body: { ...aBug, assignedTo } }),
    ];
    for (const { status, body } of refused)
      expect([status, (body as { fields?: unknown }).fields]).toEqual([400, refusal]);
    const { title, description, status, priority } = mine;
    const full = {
      title,
      description,
      status,
      priority: priority === 'low' ? 'high' : 'low',
      assignedTo,
    } as const;
    const { body: edited } = await creator.call(bugs.updateBug, { params: { id: mine._id }, body: full });
    expect(edited).toMatchObject({ priority: full.priority, assignedTo: { _id: eve._id, name: 'Eve' } });
    expect((await send(creator, mine, 'assignedTo', assignedTo)).status).toBe(200);
    expect((await send(creator, mine, 'assignedTo', '')).status).toBe(200);
    expect((await send(creator, mine, 'assignedTo', assignedTo)).status).toBe(400);
    await suspend(eve, false);
    expect((await send(creator, mine, 'assignedTo', assignedTo)).status).toBe(200);
  });

  test('is not assigned by a call that began before the suspension was committed', async () => {
    const [eve, bug] = [await app.user(), await app.bug(creator)];
    let assigning: ReturnType<typeof send> | undefined;
    await app.store.write(async (tx) => {
      const since = new Date().toISOString();
      await tx.updateTable('users').set({ suspended_at: since }).where('id', '=', eve._id).execute();
      assigning = send(creator, bug, 'assignedTo', eve._id);
      await setTimeout(100);
    });
    expect((await assigning)?.status).toBe(400);
  });
});
