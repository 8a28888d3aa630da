import { expect, test } from 'vitest';
import { type Bug, createBug, getBug, listBugs } from '#contract/bugs/bugs.ts';
import { bugs } from '#server/features.ts';
import { testApp } from '#server/test/harness.ts';
import { uploaded } from '#server/test/uploads.ts';

const app = await testApp();
const ann = await app.user({ name: 'Ann', role: 'admin' });
const ben = await app.user({ name: 'Ben' });

type Body = Record<string, unknown>;

async function did(method: string, path: string, body?: Body, by = ann): Promise<{ _id: string } & Body> {
  const answer = await by.send(method, `/api${path}`, {
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as { _id: string } & Body;
}

/** Checks that lists and single bugs are answered as they are in the database, and that they are cached from now on. */
async function expectCurrent(after: string): Promise<void> {
  const { body: listed } = await ben.call(listBugs, { query: { limit: '100' } });
  const { body: whole } = await ben.call(listBugs, {});
  expect([after, whole]).toEqual([after, listed]);
  for (const bug of listed) {
    const stored = await bugs.reader.find(app.store.db, bug._id);
    expect([after, bug]).toEqual([after, stored]);
    expect([after, (await ben.call(getBug, { params: { id: bug._id } })).body]).toEqual([after, bug]);
  }
}

test('a cached bug is up to date after every change of what it shows', async () => {
  const [label, other] = [
    await did('POST', '/labels', { name: 'a', color: 'blue' }),
    await did('POST', '/labels', { name: 'b', color: 'red' }),
  ];
  const component = await did('POST', '/components', { name: 'c' });
  const version = await did('POST', '/versions', { name: '1', state: 'planned' });
  const field = await did('POST', '/custom-fields', {
    name: 'Kind',
    kind: 'option',
    options: [{ name: 'x' }],
  });
  const [option] = field['options'] as { _id: string }[];
  const file = async (overrides: Body = {}, by = ann): Promise<Bug> => {
    const body = {
      title: 'T',
      description: 'D',
      status: 'open',
      priority: 'low',
      assignedTo: null,
      ...overrides,
    };
    const answer = await by.call(createBug, { body: body as never });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const bug = await file({
    labels: [label._id],
    component: component._id,
    foundIn: [version._id],
    custom: { [field._id]: option?._id },
    assignedTo: ben._id,
  });
  const [second, third] = [await file({}, ben), await file({ labels: [label._id, other._id] })];
  const at = `/bugs/${bug._id}`;
  const comment = { _id: '' };
  const attached = (await uploaded(ann))._id;
  const changes: Record<string, () => Promise<unknown>> = {
    comment: async () => Object.assign(comment, await did('POST', `${at}/comments`, { body: 'Seen' }, ben)),
    'deleted comment': () => did('DELETE', `/comments/${comment._id}`, undefined, ben),
    vote: () => did('PUT', `${at}/vote`, {}, ben),
    'vote for a duplicate': () => did('PUT', `/bugs/${third._id}/vote`, {}, ann),
    blocked: () => did('PUT', `${at}/relations`, { kind: 'blocked-by', bug: second._id }),
    child: () => did('PUT', `${at}/relations`, { kind: 'parent-of', bug: third._id }),
    'blocker resolved': () => did('PUT', `/bugs/${second._id}/status`, { status: 'resolved' }, ben),
    'blocker opened again': () => did('PUT', `/bugs/${second._id}/status`, { status: 'open' }, ben),
    'duplicate, whose votes count': () => did('PUT', `/bugs/${third._id}/duplicate-of`, { bug: bug._id }),
    'duplicate no longer': () => did('DELETE', `/bugs/${third._id}/duplicate-of`),
    'vote taken back': () => did('DELETE', `${at}/vote`, undefined, ben),
    'not blocked': () => did('DELETE', `${at}/relations/blocked-by/${second._id}`),
    placed: () => did('PUT', `${at}/position`, { after: second._id }),
    'placed beside it': () => did('PUT', `/bugs/${third._id}/position`, { before: bug._id }),
    accepted: () => did('POST', '/triage/accepted', { upTo: 1_000 }),
    question: () => did('PUT', `/bugs/${second._id}/question`, { text: 'Which?' }),
    'name of who asked': () => did('PUT', '/users/profile', { name: 'Anna' }),
    answer: () => did('POST', `/bugs/${second._id}/comments`, { body: 'This' }, ben),
    'name of the assignee': () => did('PUT', '/users/profile', { name: 'Benno' }, ben),
    file: () => did('PUT', at, { files: [attached] }),
    'title and text': () => did('PUT', at, { title: 'Another', description: 'Other' }),
    'label renamed': () => did('PUT', `/labels/${label._id}`, { name: 'z' }),
    'label coloured': () => did('PUT', `/labels/${label._id}`, { color: 'green' }),
    'label archived': () => did('PUT', `/labels/${other._id}`, { archived: true }),
    'label merged': () => did('DELETE', `/labels/${label._id}?into=${other._id}`),
    'label deleted': () => did('DELETE', `/labels/${other._id}`),
    'component renamed': () => did('PUT', `/components/${component._id}`, { name: 'cc' }),
    'version renamed': () => did('PUT', `/versions/${version._id}`, { name: '1.0' }),
    'option renamed': () =>
      did('PUT', `/custom-fields/${field._id}`, { options: [{ _id: option?._id, name: 'y' }] }),
    'field archived': () => did('PUT', `/custom-fields/${field._id}`, { archived: true }),
    deleted: () => did('DELETE', `/bugs/${third._id}`),
  };
  await expectCurrent('filing');
  for (const [name, change] of Object.entries(changes)) {
    await change();
    await expectCurrent(name);
  }
});

test('a change of a bug that many others count is shown by all of them', async () => {
  const made = [];
  for (let i = 0; i < 60; i += 1) made.push(await app.bug(ann));
  const [blocker, ...blocked] = made;
  for (const { _id } of blocked)
    await did('PUT', `/bugs/${blocker?._id}/relations`, { kind: 'blocks', bug: _id });
  const counts = async () => {
    const { body } = await ben.call(listBugs, { query: { limit: '100' } });
    const ids = new Set(blocked.map(({ _id }) => _id));
    return new Set(body.filter(({ _id }) => ids.has(_id)).map(({ blockedBy }) => blockedBy));
  };
  expect(await counts()).toEqual(new Set([1]));
  await did('PUT', `/bugs/${blocker?._id}/status`, { status: 'resolved' });
  expect(await counts()).toEqual(new Set([0]));
  await did('PUT', `/bugs/${blocker?._id}/status`, { status: 'open' });
  expect(await counts()).toEqual(new Set([1]));
  await did('DELETE', `/bugs/${blocker?._id}`);
  expect(await counts()).toEqual(new Set([0]));
});

test('edits of bugs that count each other do not deadlock', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const [a, b] = [await app.bug(ann), await app.bug(ann)];
      for (const kind of ['parent-of', 'blocks'])
        await did('PUT', `/bugs/${a._id}/relations`, { kind, bug: b._id });
      return [a, b];
    }),
  );
  const edits = pairs.flat().map(async ({ _id }) => {
    for (let i = 0; i < 12; i += 1)
      await did('PUT', `/bugs/${_id}/status`, { status: i % 2 === 0 ? 'resolved' : 'open' });
  });
  await expect(Promise.all(edits)).resolves.toBeDefined();
});

test('bugs are read again after the database has been set back', async () => {
  const bug = await app.bug(ann);
  const title = async () => (await ben.call(getBug, { params: { id: bug._id } })).body.title;
  expect(await title()).toBe(bug.title);
  await app.store.write(async (tx) => {
    await tx.updateTable('bugs').set({ title: 'As in the backup' }).where('id', '=', bug._id).execute();
    await tx
      .updateTable('counters')
      .set((eb) => ({ value: eb('value', '-', 5) }))
      .where('name', '=', 'changes')
      .execute();
  });
  await expect.poll(title).toBe('As in the backup');
});
