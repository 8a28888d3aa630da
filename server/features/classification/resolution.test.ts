import { describe, expect, test } from 'vitest';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { type Bug, createBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { resolutions } from '#contract/bugs/resolution.ts';
import { aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [creator, assignee, other, admin] = await Promise.all([
  app.user({ name: 'Creator' }),
  app.user({ name: 'Assignee' }),
  app.user({ name: 'Other' }),
  app.user({ role: 'admin', name: 'Admin' }),
]);

const aResolved = (resolution: Bug['resolution'] = 'fixed') =>
  app.bug(creator, { assignedTo: assignee._id, status: 'resolved', resolution });
const edit = (bug: Bug, body: Record<string, unknown>, by = creator) =>
  by.send('PUT', `/api/bugs/${bug._id}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const stored = async ({ _id: id }: Bug) => (await other.call(getBug, { params: { id } })).body;
const lastChanges = async ({ _id: id }: Bug) =>
  (await other.call(getHistory, { params: { id } })).body.at(-1)?.changes;

describe('the resolution of a bug', () => {
  test('is none if a request without a resolution resolves the bug', async () => {
    const bug = await app.bug(creator);
    expect((await edit(bug, { ...aBug, status: 'resolved' })).body).toMatchObject({ resolution: null });
  });

  test.each(resolutions.filter((name) => name !== 'duplicate'))('%s is set with the status', async (name) => {
    const bug = await app.bug(creator, { assignedTo: assignee._id });
    const { status, body } = await assignee.call(setBugField.status, {
      params: { id: bug._id },
      body: { status: 'resolved', resolution: name },
    });
    expect([status, body]).toEqual([
      200,
      { ...bug, status: 'resolved', resolution: name, version: 2, updatedAt: body.updatedAt },
    ]);
    expect(await stored(bug)).toEqual(body);
    expect(await lastChanges(bug)).toEqual([
      { field: 'status', from: 'open', to: 'resolved' },
      { field: 'resolution', from: null, to: name },
    ]);
  });

  test('is set and removed on its own by users who work on the bug', async () => {
    const bug = await aResolved(null);
    const set = (resolution: 'wont-fix' | '' | null, by = assignee) =>
      by.call(setBugField.resolution, { params: { id: bug._id }, body: { resolution } });
    expect((await set('wont-fix')).body).toMatchObject({ resolution: 'wont-fix', version: 2 });
    expect((await set('')).body).toMatchObject({ resolution: null, version: 3 });
    expect((await set(null, admin)).body).toMatchObject({ resolution: null, version: 3 });
    expect((await set('wont-fix', other)).status).toBe(403);
  });

  test.each([
    ['PUT /api/bugs/:id', (bug: Bug) => edit(bug, { ...aBug, status: 'open' })],
    [
      'PUT /api/bugs/:id with the resolution as it is',
      (bug: Bug) => edit(bug, { status: 'open', resolution: 'wont-fix' }),
    ],
    [
      'PUT /api/bugs/:id/status',
      (bug: Bug) =>
        assignee.call(setBugField.status, { params: { id: bug._id }, body: { status: 'in-progress' } }),
    ],
    [
      'a comment that reopens',
      (bug: Bug) =>
        creator.call(createComment, { params: { id: bug._id }, body: { body: 'Again', status: 'open' } }),
    ],
  ])('is removed by reopening the bug, as part of the same edit: %s', async (_, reopen) => {
    const bug = await aResolved('wont-fix');
    expect((await reopen(bug)).status).toBeLessThan(300);
    expect(await stored(bug)).toMatchObject({ resolution: null, version: 2 });
    expect(await lastChanges(bug)).toContainEqual({ field: 'resolution', from: 'wont-fix', to: null });
    // Setting the status again does not restore it.
    expect((await edit(bug, { status: 'resolved' })).body).toMatchObject({ resolution: null });
  });

  test('stays after other edits, and does not survive a concurrent reopening', async () => {
    const bug = await aResolved();
    expect((await edit(bug, { title: 'Another' })).body).toMatchObject({ resolution: 'fixed' });
    await Promise.all([edit(bug, { status: 'open' }), edit(bug, { resolution: 'wont-fix' })]);
    expect(await stored(bug)).toMatchObject({ status: 'open', resolution: null });
    const rows = await app.store.db
      .selectFrom('bug_resolutions')
      .select('bug_id')
      .where('bug_id', '=', bug._id)
      .execute();
    expect(rows).toEqual([]);
  });

  test.each([
    [{ resolution: 'fixed' }, 'Only a resolved bug can have a resolution'],
    [{ status: 'in-progress', resolution: 'fixed' }, 'Only a resolved bug can have a resolution'],
    [{ status: 'resolved', resolution: 'done' }, `Resolution must be one of ${resolutions.join(', ')}`],
    [{ status: 'resolved', resolution: 1 }, `Resolution must be one of ${resolutions.join(', ')}`],
    [
      { status: 'resolved', resolution: 'duplicate' },
      'A bug becomes a duplicate only by being marked as a duplicate of another bug',
    ],
  ])('400 for %j on an open bug, and on a new one', async (body, message) => {
    const bug = await app.bug(creator);
    const { status, error } = await edit(bug, body);
    expect([status, error.fields]).toEqual([400, { resolution: message }]);
    expect(await stored(bug)).toEqual(bug);
    expect((await creator.call(createBug, { body: { ...aBug, ...body } as never })).status).toBe(400);
  });

  test('can be left as duplicate by a request, but not set to duplicate', async () => {
    const bug = await aResolved();
    const place = resolutions.indexOf('duplicate');
    await app.store.write((tx) =>
      tx.updateTable('bug_resolutions').set({ resolution: place }).where('bug_id', '=', bug._id).execute(),
    );
    const same = await edit(bug, { title: 'Same', resolution: 'duplicate' });
    expect(same.body).toMatchObject({ title: 'Same', resolution: 'duplicate' });
    expect((await edit(bug, { resolution: 'fixed' })).body).toMatchObject({ resolution: 'fixed' });
    expect((await edit(bug, { resolution: 'duplicate' })).status).toBe(400);
  });

  test('filters lists by one, several, or none', async () => {
    const [fixed, refused, bare, open] = [
      await aResolved(),
      await aResolved('wont-fix'),
      await aResolved(null),
      await app.bug(creator),
    ];
    const mine = [fixed, refused, bare, open].map(({ _id }) => _id);
    const found = async (resolution: string, status = '') => {
      const { body, headers } = await other.call(listBugs, { query: { resolution, status, limit: '500' } });
      expect(headers.get('x-total-count')).toBe(String(body.length));
      return body
        .map(({ _id }) => mine.indexOf(_id))
        .filter((at) => at >= 0)
        .toSorted((a, b) => a - b);
    };
    expect(await found('fixed')).toEqual([0]);
    expect(await found('fixed,wont-fix')).toEqual([0, 1]);
    expect(await found('none')).toEqual([2, 3]);
    expect(await found('none', 'resolved')).toEqual([2]);
    expect(await found('none,wont-fix', 'resolved')).toEqual([1, 2]);
    expect(await found('')).toEqual([0, 1, 2, 3]);
    const wrong = await other.call(listBugs, { query: { resolution: 'done' } });
    expect([wrong.status, wrong.error.fields]).toEqual([
      400,
      { resolution: `resolution must be one of ${resolutions.join(', ')}, none` },
    ]);
  });

  test('is in the bug that a 412 returns for another version', async () => {
    const bug = await aResolved();
    const again = await creator.call(
      updateBug,
      { params: { id: bug._id }, body: { title: 'Late' } },
      { 'if-match': '"7"' },
    );
    expect([again.status, again.error['bug']]).toEqual([412, bug]);
  });
});
