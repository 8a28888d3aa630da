import { describe, expect, test } from 'vitest';
import { createLabel, deleteLabel } from '#contract/classification/labels.ts';
import * as contract from '#contract/bugs/views.ts';
import type { View } from '#contract/bugs/views.ts';
import { LiveReader } from '#server/test/live-reader.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';

const app = await testApp({ time: () => Date.parse('2026-06-10T12:00:00Z') });
const [admin, ann, bob] = await Promise.all([
  app.user({ role: 'admin' }),
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
]);
const unknown = '00000000-0000-7000-8000-000000000000';
const standard = contract.standardViews.map(({ _id }) => _id);
let made = 0;

async function aView(by: TestUser, overrides: Partial<View> = {}): Promise<View> {
  const { name = `View ${(made += 1)}`, query = 'status:open', ...others } = overrides;
  return (await by.call(contract.createView, { body: { name, query, ...others } })).body;
}
const seenBy = async (user: TestUser) => (await user.call(contract.listViews, {})).body;
const idsSeenBy = async (user: TestUser) => (await seenBy(user)).map(({ _id }) => _id);
const update = (by: TestUser, { _id: id }: View, body: object) =>
  by.call(contract.updateView, { params: { id }, body });
const remove = (by: TestUser, { _id: id }: View) => by.call(contract.deleteView, { params: { id } });
const order = (by: TestUser, ids: readonly string[], pinned: readonly string[] = []) =>
  by.call(contract.orderViews, {
    body: { views: ids.map((_id) => ({ _id, isPinned: pinned.includes(_id) })) },
  });

describe('saving views', () => {
  test('a view is saved with all that it holds, changed in part, and deleted', async () => {
    const content = {
      name: ' Crashes "🦗" ',
      query: '-status:resolved "it\'s" sort:title',
      sort: '-updatedAt',
      columns: [{ name: 'labels', width: 200 }, { name: 'status' }],
      group: 'assignedTo',
    } as const;
    const created = await ann.call(contract.createView, {
      body: { ...content, columns: [...content.columns] },
    });
    expect(created.status).toBe(201);
    const view = created.body;
    expect(view).toEqual({
      ...content,
      _id: view._id,
      name: 'Crashes "🦗"',
      isShared: false,
      owner: { _id: ann._id, name: 'Ann' },
      isPinned: false,
    });
    expect((await seenBy(ann)).at(-1)).toEqual(view);
    const changed = await update(ann, view, { name: 'Crash', columns: null, group: null, sort: null });
    expect(changed.body).toEqual({ ...view, name: 'Crash', columns: null, group: null, sort: null });
    expect((await remove(ann, view)).status).toBe(204);
    expect(await idsSeenBy(ann)).toEqual(standard);
    expect((await update(ann, view, { name: 'Gone' })).status).toBe(404);
  });

  test('a name is unique for its owner, without regard to case', async () => {
    const view = await aView(ann, { name: 'Über' });
    await aView(bob, { name: 'Über' });
    const taken = await ann.call(contract.createView, { body: { name: 'ÜBER', query: '' } });
    expect([taken.status, taken.error.fields]).toEqual([
      400,
      { name: 'You already have a view with this name' },
    ]);
    expect((await update(ann, await aView(ann), { name: ' über ' })).status).toBe(400);
    expect((await update(ann, view, { name: 'über' })).status).toBe(200);
  });

  test('a query must be valid, and name only what exists', async () => {
    const create = (query: string) => ann.call(contract.createView, { body: { name: 'Never', query } });
    const wrong = await create('stauts:open');
    expect(wrong.status).toBe(400);
    expect(wrong.error.fields?.['query']).toContain('Did you mean `status`?');
    expect(wrong.error).toMatchObject({ query: { start: 0, end: 6 } });
    expect((await create('label:nothing')).status).toBe(400);
    expect((await create('x'.repeat(2_001))).status).toBe(400);
    expect((await update(ann, await aView(ann), { query: '(' })).status).toBe(400);
  });

  test.each([
    { columns: [{ name: 'labels' }, { name: 'labels' }] },
    { columns: [{ name: '<script>' }] },
    { columns: [{ name: 'labels', width: 4_000 }] },
    { columns: Array.from({ length: 61 }, (_, at) => ({ name: `field${at}` })) },
    { group: 'a field' },
    { sort: 'nothing' },
    { isShared: 'yes' },
    { owner: null },
  ])('%j is refused', async (body) => {
    expect((await update(ann, await aView(ann), body)).status).toBe(400);
  });

  test('a user can have at most a hundred views', async () => {
    const user = await app.user();
    for (let i = 0; i < contract.maxViews.own; i += 1) await aView(user);
    const more = await user.call(contract.createView, { body: { name: 'One more', query: '' } });
    expect([more.status, more.error.fields]).toEqual([400, { name: 'You can have at most 100 views' }]);
  });

  test('concurrent changes do not exceed the limits of 100 views and 20 shared ones', async () => {
    const user = await app.user();
    const create = (isShared: boolean) => (i: number) =>
      user.call(contract.createView, { body: { name: `${isShared} ${i}`, query: '', isShared } });
    const several = (count: number, make: (i: number) => Promise<{ status: number }>) =>
      Promise.all(Array.from({ length: count }, (_, i) => unlessBusy(() => make(i))));
    // A busy machine refuses some of so many, which says nothing about the limits.
    const unlessBusy = async (call: () => Promise<{ status: number }>) => {
      let response = await call();
      while (response.status === 503) response = await call();
      return response;
    };
    const countOf = async () => {
      const own = (await seenBy(user)).filter(({ owner }) => owner?._id === user._id);
      return { own: own.length, shared: own.filter(({ isShared }) => isShared).length };
    };
    await several(25, create(true));
    expect(await countOf()).toEqual({ own: 20, shared: 20 });
    const more = await create(true)(25);
    expect([more.status, more.error.fields]).toEqual([400, { isShared: 'You can share at most 20 views' }]);
    await several(100, create(false));
    expect(await countOf()).toEqual({ own: 100, shared: 20 });
    const own = (await seenBy(user)).filter(({ owner }) => owner?._id === user._id);
    const [shared, others] = [own.filter((view) => view.isShared), own.filter((view) => !view.isShared)];
    await several(5, (i) => update(user, shared[i] as View, { isShared: false }));
    await several(10, (i) => update(user, others[i] as View, { isShared: true }));
    expect(await countOf()).toEqual({ own: 100, shared: 20 });
  });
});

describe('who sees a view', () => {
  test('a private view exists only for its owner', async () => {
    const view = await aView(ann);
    for (const other of [bob, admin]) {
      expect(await idsSeenBy(other)).not.toContain(view._id);
      expect((await update(other, view, { name: 'Mine' })).status).toBe(404);
      expect((await remove(other, view)).status).toBe(404);
    }
  });

  test('a shared view is visible to all, and can be changed by its owner and admins', async () => {
    const view = await aView(ann, { isShared: true });
    expect((await seenBy(bob)).find(({ _id }) => _id === view._id)).toEqual(view);
    expect((await update(bob, view, { name: 'Mine' })).status).toBe(403);
    expect((await remove(bob, view)).status).toBe(403);
    expect((await update(admin, view, { query: 'priority:high' })).body.query).toBe('priority:high');
    expect((await update(ann, view, { isShared: false })).status).toBe(200);
    expect(await idsSeenBy(bob)).not.toContain(view._id);
  });

  test('changes of a private view are sent only to its owner', async () => {
    const [own, other] = await Promise.all([ann, bob].map(({ token }) => LiveReader.open(app.url, token)));
    const view = await aView(ann);
    await update(ann, view, { isShared: true });
    const shared = { type: 'view', _id: view._id, version: null };
    const ownChange = { type: 'views', _id: ann._id, version: null };
    expect([(await own?.next())?.data, (await own?.next())?.data]).toEqual([ownChange, shared]);
    expect((await other?.next())?.data).toEqual(shared);
    // Others learn that it is gone, before they learn of the next.
    await update(ann, view, { isShared: false });
    await aView(ann, { isShared: true });
    expect((await other?.next())?.data).toEqual(shared);
    own?.close();
    other?.close();
  });
});

describe('order and pins', () => {
  test('each user can order the views, and those without a place come last', async () => {
    const [carl, dora] = [await app.user(), await app.user()];
    const shared = await aView(dora, { isShared: true });
    const own = await aView(carl);
    const ordered = await order(carl, [own._id, 'unassigned', unknown], [own._id]);
    expect(ordered.body.slice(0, 2).map(({ _id, isPinned }) => [_id, isPinned])).toEqual([
      [own._id, true],
      ['unassigned', false],
    ]);
    expect(ordered.body.map(({ _id }) => _id)).toContain(shared._id);
    expect((await idsSeenBy(dora)).slice(0, standard.length)).toEqual(standard);
    await order(carl, ['unassigned', shared._id, own._id], [shared._id]);
    expect((await idsSeenBy(carl)).slice(0, 3)).toEqual(['unassigned', shared._id, own._id]);
    expect((await update(carl, own, { name: 'Renamed' })).body.isPinned).toBe(false);
    await remove(dora, shared);
    expect((await idsSeenBy(carl)).slice(0, 2)).toEqual(['unassigned', own._id]);
    const before = await idsSeenBy(carl);
    await Promise.all([order(carl, [own._id]), order(carl, ['unassigned', own._id]), order(carl, [])]);
    expect((await idsSeenBy(carl)).toSorted()).toEqual([...before].toSorted());
  });

  test('users cannot pin a view that they cannot see, or more than ten views', async () => {
    const user = await app.user();
    const hidden = await aView(ann);
    expect((await order(user, [hidden._id], [hidden._id])).body.every(({ isPinned }) => !isPinned)).toBe(
      true,
    );
    expect((await user.call(contract.countViews, {})).body).toEqual([]);
    const many = await Promise.all(Array.from({ length: 11 }, () => aView(user)));
    const ids = many.map(({ _id }) => _id);
    expect((await order(user, ids, ids)).status).toBe(400);
    expect((await order(user, ids, ids.slice(1))).status).toBe(200);
    expect((await order(user, ['unassigned', 'unassigned'])).status).toBe(400);
  });
});

test('pinned views are counted for the user who asks, by the days of the given zone', async () => {
  const [user, other] = [await app.user(), await app.user()];
  const label = (await admin.call(createLabel, { body: { name: 'Fading', color: 'red' } })).body;
  const { _id: fading } = await aView(user, { query: 'label:fading OR assignee:@me' });
  const ids = ['assigned-to-me', 'filed-by-me', 'changed-this-week', fading];
  await order(user, ids, ids);
  await app.bug(user, { assignedTo: other._id });
  await app.bug(other, { assignedTo: user._id, labels: [label._id] });
  const counts = async (by: TestUser, zone = 'Europe/Berlin') => {
    const { body } = await by.call(contract.countViews, { query: { zone } });
    return Object.fromEntries(body.map(({ _id, total }) => [_id, total]));
  };
  const counted = { 'assigned-to-me': '1', 'filed-by-me': '1', 'changed-this-week': '2', [fading]: '1' };
  expect(await counts(user)).toEqual(counted);
  expect(await counts(other)).toEqual({});
  await app.bug(other, { assignedTo: user._id });
  expect(await counts(user)).toMatchObject({ 'assigned-to-me': '2', 'changed-this-week': '3' });
  // A view with a deleted label has no count; the others are counted.
  await admin.call(deleteLabel, { params: { id: label._id } });
  expect(await counts(user)).toMatchObject({ 'assigned-to-me': '2', [fading]: null });
  const saved = (await seenBy(user)).find(({ _id }) => _id === fading)!;
  expect((await update(user, saved, { name: 'Faded' })).status).toBe(200);
  expect((await user.call(contract.countViews, { query: { zone: 'Nowhere' } })).status).toBe(400);
});
