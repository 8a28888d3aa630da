import { describe, expect, test } from 'vitest';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { type Bug, createBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { maxComponents } from '#contract/classification/component-field.ts';
import {
  type Component,
  createComponent,
  deleteComponent,
  listComponents,
  maxTemplate,
  updateComponent,
} from '#contract/classification/components.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { listInbox } from '#contract/conversation/inbox.ts';
import { getWatchers } from '#contract/conversation/watching.ts';
import { updateProfile } from '#contract/accounts/users.ts';
import { aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const admin = await app.user({ role: 'admin' });
const ann = await app.user({ name: 'Ann' });
const unknown = '00000000-0000-7000-8000-000000000000';
let made = 0;

type Body = Parameters<typeof admin.call<typeof createComponent>>[1]['body'];

async function aComponent(overrides: Partial<Body> = {}): Promise<Component> {
  made += 1;
  const { status, body } = await admin.call(createComponent, {
    body: { name: `Component ${made}`, ...overrides },
  });
  expect(status).toBe(201);
  return body;
}

const change = (component: Component, body: Partial<Body> & { archived?: boolean }) =>
  admin.call(updateComponent, { params: { id: component._id }, body });

const remove = (component: Component) => admin.call(deleteComponent, { params: { id: component._id } });

const ref = ({ _id, name }: { _id: string; name: string }) => ({ _id, name });

async function read(bug: Bug): Promise<Bug> {
  return (await ann.call(getBug, { params: { id: bug._id } })).body;
}

describe('managing components', () => {
  test('a component is created, listed by name, changed and archived', async () => {
    const owner = await app.user({ name: 'Olga' });
    const bare = await aComponent({ name: 'zeta' });
    expect(bare).toEqual({
      _id: bare._id,
      name: 'zeta',
      description: '',
      owner: null,
      template: '',
      archived: false,
    });
    const full = { description: 'The first', owner: owner._id, template: '## Steps\n\n1. \n' };
    const changed = await change(bare, { ...full, name: 'Alpha', archived: true });
    expect(changed.body).toEqual({ ...bare, ...full, owner: ref(owner), name: 'Alpha', archived: true });
    const listed = (await ann.call(listComponents, {})).body;
    expect(listed).toContainEqual(changed.body);
    const keys = listed.map(({ name }) => name.toLowerCase());
    expect(keys).toEqual(keys.toSorted());
    expect((await change(bare, { archived: false })).body).toEqual({ ...changed.body, archived: false });
    expect((await change(bare, { owner: null, template: '' })).body).toMatchObject({
      name: 'Alpha',
      owner: null,
      template: '',
    });
  });

  test('names are unique regardless of case, and free again after deletion', async () => {
    const component = await aComponent({ name: 'E\u0301ditor' });
    const other = await aComponent();
    const taken = await admin.call(createComponent, { body: { name: 'éDITOR' } });
    const renamed = await change(other, { name: 'éDITOR' });
    for (const { status, error } of [taken, renamed])
      expect([status, error.fields]).toEqual([400, { name: 'A component with this name exists already' }]);
    expect((await remove(component)).status).toBe(204);
    expect((await admin.call(createComponent, { body: { name: 'éDITOR' } })).status).toBe(201);
    expect((await remove(component)).status).toBe(404);
  });

  test.each([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(51) }, { name: 'Name must be at most 50 characters' }],
    [{ name: 'a\nb' }, { name: expect.stringContaining('must not contain line breaks') as string }],
    [
      { name: 'x', description: 'x'.repeat(501) },
      { description: 'Description must be at most 500 characters' },
    ],
    [
      { name: 'x', template: 'x'.repeat(maxTemplate + 1) },
      { template: 'Template must be at most 5,000 characters' },
    ],
    [{ name: 'x', owner: 'someone' }, { owner: 'Owner must be the id of a user, or empty' }],
    [{ name: 'x', owner: unknown }, { owner: 'Owner must be one of the users' }],
  ])('%j is refused', async (body, fields) => {
    const { status, error } = await admin.call(createComponent, { body });
    expect([status, error.fields]).toEqual([400, fields]);
  });

  test('there can be at most 500 components', async () => {
    const full = await testApp();
    const boss = await full.user({ role: 'admin' });
    await full.store.write(async (tx) => {
      for (let i = 0; i < maxComponents.inAll; i += 1) {
        const id = unknown.slice(0, -3) + String(i).padStart(3, '0');
        const row = { id, name: `${i}`, name_key: `${i}`, description: '', template: '' };
        await tx.insertInto('components').values(row).execute();
      }
    });
    const { status, error } = await boss.call(createComponent, { body: { name: 'one more' } });
    expect([status, error.fields]).toEqual([400, { name: 'There can be at most 500 components' }]);
    await full.close();
  });

  test('a component can be deleted once no bug has it, and histories still name it', async () => {
    const [component, next] = [await aComponent(), await aComponent()];
    const bug = await app.bug(ann, { component: component._id });
    const refused = await remove(component);
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      409,
      'in_use',
      'Bugs have this component: archive it instead',
    ]);
    const params = { id: bug._id };
    await ann.call(updateBug, { params, body: { component: next._id } });
    expect((await remove(component)).status).toBe(204);
    const { body: entries } = await ann.call(getHistory, { params });
    expect(entries[1]?.changes).toEqual([{ field: 'component', from: ref(component), to: ref(next) }]);
  });

  test('changes of components are in the audit trail and sent live', async () => {
    const component = await aComponent();
    await change(component, { name: 'Renamed', owner: ann._id });
    await remove(component);
    const entries = (await admin.call(listAudit, {})).body.slice(0, 3);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['component deleted', 'Renamed'],
      ['component changed', `${component.name} → Renamed (– → Ann)`],
      ['component created', component.name],
    ]);
    await app.store.numberChanges();
    const changes = app.store.db.selectFrom('changes').selectAll().where('id', '=', component._id);
    expect((await changes.execute()).map(({ kind }) => kind)).toEqual(Array(3).fill('component'));
  });
});

describe('components of bugs', () => {
  test('the component of a bug can be changed, and has its current name', async () => {
    const [first, second] = [await aComponent(), await aComponent()];
    const bug = await app.bug(ann, { component: first._id });
    expect([bug.component, (await app.bug(ann)).component]).toEqual([ref(first), null]);
    const params = { id: bug._id };
    const same = await ann.call(updateBug, { params, body: { component: first._id } });
    expect(same.body.version).toBe(1);
    const edited = await ann.call(updateBug, { params, body: { component: second._id } });
    expect([edited.body.component, edited.body.version]).toEqual([ref(second), 2]);
    await change(second, { name: 'Other name' });
    expect(await read(bug)).toEqual({ ...edited.body, component: { _id: second._id, name: 'Other name' } });
    const cleared = await ann.call(updateBug, { params, body: { component: '' } });
    expect([cleared.body.component, (await read(bug)).version]).toEqual([null, 3]);
  });

  test('an unknown, deleted or archived component is refused, unless the bug has it', async () => {
    const [archived, deleted] = [await aComponent(), await aComponent()];
    const bug = await app.bug(ann, { component: archived._id });
    await change(archived, { archived: true });
    await remove(deleted);
    for (const component of [unknown, deleted._id, archived._id]) {
      const { status, error } = await ann.call(createBug, { body: { ...aBug, component } });
      const message = 'The component that a bug gets must exist and not be archived';
      expect([status, error.fields]).toEqual([400, { component: message }]);
    }
    const body = { component: archived._id, title: 'Another' };
    expect((await ann.call(updateBug, { params: { id: bug._id }, body })).status).toBe(200);
  });

  test.each([['x'], [['x']], [1], [{ _id: unknown }]])('%j is refused', async (component) => {
    const { status, error } = await ann.call(createBug, { body: { ...aBug, component: component as never } });
    expect([status, error.fields]).toEqual([
      400,
      { component: 'Component must be the id of a component, or empty' },
    ]);
  });
});

describe('the owner of a component', () => {
  test('is assigned to a new bug that has no assignee', async () => {
    const owner = await app.user({ name: 'Olga' });
    const component = await aComponent({ owner: owner._id });
    const bug = await app.bug(ann, { component: component._id, assignedTo: null });
    expect(bug.assignedTo).toEqual(ref(owner));
    expect(await read(bug)).toEqual(bug);
    const mine = await owner.call(listBugs, { query: { assignedTo: 'me', limit: '10' } });
    expect([mine.body.map(({ _id }) => _id), mine.headers.get('x-total-count')]).toEqual([[bug._id], '1']);
    const watching = await owner.call(getWatchers, { params: { id: bug._id } });
    expect(watching.body.isWatching).toBe(true);
    await app.runJobs();
    const { body: items } = await owner.call(listInbox, { query: {} });
    expect(items.map(({ bug: { _id }, reasons }) => [_id, reasons])).toEqual([[bug._id, ['assigned']]]);
    const { body: entries } = await ann.call(getHistory, { params: { id: bug._id } });
    expect(entries).toHaveLength(1);
  });

  test('is not assigned if suspended, if another is chosen, or to an existing bug', async () => {
    const [owner, gone] = [await app.user(), await app.user()];
    const component = await aComponent({ owner: owner._id });
    const chosen = await app.bug(ann, { component: component._id, assignedTo: ann._id });
    expect(chosen.assignedTo).toEqual(ref(ann));
    const later = await app.bug(ann);
    const edited = await ann.call(updateBug, {
      params: { id: later._id },
      body: { component: component._id },
    });
    expect(edited.body.assignedTo).toBeNull();
    const ofGone = await aComponent({ owner: gone._id });
    await admin.call(updateManagedUser, { params: { id: gone._id }, body: { suspended: true } });
    expect((await app.bug(ann, { component: ofGone._id })).assignedTo).toBeNull();
    // A suspended owner can stay, but cannot be chosen.
    const own = (id: string) =>
      admin.call(updateComponent, { params: { id }, body: { description: 'Other', owner: gone._id } });
    expect((await own(ofGone._id)).body).toMatchObject({ description: 'Other', owner: ref(gone) });
    const { status, error } = await own(component._id);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['owner']]);
  });

  test('is shown by their current name', async () => {
    const owner = await app.user({ name: 'Before' });
    const component = await aComponent({ owner: owner._id });
    await owner.call(updateProfile, { body: { name: 'After' } });
    const listed = (await ann.call(listComponents, {})).body.find(({ _id }) => _id === component._id);
    expect(listed?.owner).toEqual({ _id: owner._id, name: 'After' });
  });
});

describe('lists by component', () => {
  /** All pages of a list, and the total of its first one. */
  async function pages(query: Record<string, string>): Promise<{ titles: string[]; total: string | null }> {
    const search = new URLSearchParams({ limit: '2', ...query });
    const titles: string[] = [];
    let total: string | null = null;
    for (let next: string | undefined = `/api/bugs?${search.toString()}`; next !== undefined;) {
      const { body, headers } = await ann.send('GET', next);
      if (!Array.isArray(body)) throw new Error(`${next}: ${JSON.stringify(body)}`);
      titles.push(...(body as Bug[]).map(({ title }) => title));
      total ??= headers.get('x-total-count');
      next = /<(.+?)>/.exec(headers.get('link') ?? '')?.[1];
    }
    return { titles, total };
  }

  test('filter by one, several or none, with search, other filters, orders, pages and counts', async () => {
    const [web, api, empty] = [await aComponent(), await aComponent(), await aComponent()];
    const file = (title: string, component: Component | null, priority: Bug['priority'] = 'low') =>
      app.bug(ann, { title, component: component?._id ?? null, priority });
    for (const i of [1, 2, 3]) await file(`crash w${i}`, web, i === 2 ? 'high' : 'low');
    for (const i of [4, 5]) await file(`crash a${i}`, api);
    await file('other w6', web);
    await file('crash without', null);
    const some = `${web._id},${api._id},${empty._id}`;
    expect(await pages({ component: web._id })).toEqual({
      titles: ['other w6', 'crash w3', 'crash w2', 'crash w1'],
      total: '4',
    });
    expect(await pages({ component: some })).toEqual({
      titles: ['other w6', 'crash a5', 'crash a4', 'crash w3', 'crash w2', 'crash w1'],
      total: '6',
    });
    expect((await pages({ component: some, sort: 'title' })).titles.slice(0, 3)).toEqual([
      'crash a4',
      'crash a5',
      'crash w1',
    ]);
    expect(await pages({ component: some, q: 'crash', priority: 'low,medium' })).toEqual({
      titles: ['crash a5', 'crash a4', 'crash w3', 'crash w1'],
      total: '4',
    });
    expect((await pages({ component: some, priority: 'high' })).titles).toEqual(['crash w2']);
    expect(await pages({ component: empty._id })).toEqual({ titles: [], total: '0' });
    expect((await pages({ component: 'none', q: 'crash w' })).titles).toEqual(['crash without']);
    const whole = await ann.call(listBugs, { query: { component: api._id } });
    expect(whole.body.map(({ component }) => component)).toEqual([ref(api), ref(api)]);
  });

  test.each(['', 'x', `none,${unknown}`, Array(51).fill(unknown).join(',')])(
    'component=%s is refused',
    async (component) => {
      const { status, error } = await ann.call(listBugs, { query: { component } });
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['component']]);
    },
  );
});
