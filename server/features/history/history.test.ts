import { afterEach, expect, test } from 'vitest';
import { createBug, deleteBug, updateBug, type Bug } from '#contract/bugs/bugs.ts';
import { type HistoryEntry, getHistory, historyPage } from '#contract/bugs/history.ts';
import { updateProfile } from '#contract/accounts/users.ts';
import { type Client, aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const ann = await app.user({ name: 'Ann' });
const bob = await app.user({ name: 'Bob' });
const admin = await app.user({ name: 'Root', role: 'admin' });
const ref = ({ _id, name }: { _id: string; name: string }) => ({ _id, name });

async function historyOf({ _id: id }: Pick<Bug, '_id'>, after?: string): Promise<HistoryEntry[]> {
  const { status, body } = await bob.call(getHistory, { params: { id }, ...(after && { query: { after } }) });
  expect(status).toBe(200);
  return body;
}

async function edit({ _id: id }: Bug, by: Client, body: Parameters<typeof sendEdit>[2]): Promise<Bug> {
  const answer = await sendEdit(id, by, body);
  expect(answer.status).toBe(200);
  return answer.body;
}
const sendEdit = (id: string, by: Client, body: Partial<typeof aBug> | Record<string, unknown>) =>
  by.call(updateBug, { params: { id }, body });

const storedEntries = async () =>
  (await app.store.db.selectFrom('history').select(['bug_id', 'version']).execute()).length;

afterEach(() => {
  app.clock.offset = 0;
});

test('a bug’s history begins with its creation, which is not stored', async () => {
  const stored = await storedEntries();
  const bug = await app.bug(ann);
  expect(await historyOf(bug)).toEqual([
    { _id: bug._id, at: bug.createdAt, by: ref(ann), version: 1, changes: [] },
  ]);
  expect(await storedEntries()).toBe(stored);
});

test('an edit is one entry: who, when, and each field with its old and new value', async () => {
  const bug = await app.bug(ann, { description: 'Once\r\n  "twice" <b> 🦗' });
  app.clock.offset = 60_000;
  const edited = await edit(bug, admin, {
    title: 'Über $1',
    description: 'Once\nthrice',
    status: 'resolved',
    priority: 'high',
    assignedTo: bob._id,
  });
  const [, entry, ...rest] = await historyOf(bug);
  expect(rest).toEqual([]);
  expect(entry).toEqual({
    _id: entry?._id,
    at: edited.updatedAt,
    by: ref(admin),
    version: 2,
    changes: [
      { field: 'status', from: 'open', to: 'resolved' },
      { field: 'priority', from: 'medium', to: 'high' },
      { field: 'assignedTo', from: null, to: ref(bob) },
      { field: 'title', from: bug.title, to: 'Über $1' },
      { field: 'description', from: 'Once\r\n  "twice" <b> 🦗', to: 'Once\nthrice' },
    ],
  });
});

test('an entry has only the fields that changed, and an edit that changes nothing has no entry', async () => {
  const bug = await app.bug(ann);
  await edit(bug, ann, { ...aBug });
  await edit(bug, ann, {});
  expect(await historyOf(bug)).toHaveLength(1);
  await edit(bug, ann, { ...aBug, status: 'in-progress' });
  expect((await historyOf(bug)).map(({ changes }) => changes)).toEqual([
    [],
    [{ field: 'status', from: 'open', to: 'in-progress' }],
  ]);
});

test('a refused edit leaves no entry', async () => {
  const bug = await app.bug(ann);
  expect((await sendEdit(bug._id, bob, { title: 'Mine' })).status).toBe(403);
  expect((await sendEdit(bug._id, ann, { assignedTo: bug._id })).status).toBe(400);
  const stale = { 'if-match': '"7"' };
  const { status } = await ann.call(updateBug, { params: { id: bug._id }, body: { title: 'Old' } }, stale);
  expect(status).toBe(412);
  expect(await historyOf(bug)).toHaveLength(1);
});

test('an edit whose entry cannot be stored is rolled back', async () => {
  const bug = await app.bug(ann);
  // The id of its entry is taken.
  await app.store.write((tx) =>
    tx
      .insertInto('history')
      .values({
        bug_id: bug._id,
        version: 2,
        id: bug._id,
        at: bug.createdAt,
        changed_by: ann._id,
        changes: '[]',
      })
      .execute(),
  );
  expect((await sendEdit(bug._id, ann, { title: 'Changed' })).status).toBeGreaterThanOrEqual(400);
  const [row] = await app.store.db
    .selectFrom('bugs')
    .select(['title', 'version'])
    .where('id', '=', bug._id)
    .execute();
  expect(row).toEqual({ title: bug.title, version: 1 });
});

test('histories show current names', async () => {
  const cleo = await app.user({ name: 'Cleo' });
  const bug = await app.bug(cleo, { assignedTo: cleo._id });
  await edit(bug, cleo, { assignedTo: null });
  await cleo.call(updateProfile, { body: { name: 'Cleopatra' } });
  const history = await historyOf(bug);
  expect(history.map(({ by }) => by.name)).toEqual(['Cleopatra', 'Cleopatra']);
  expect(history[1]?.changes).toEqual([
    { field: 'assignedTo', from: { _id: cleo._id, name: 'Cleopatra' }, to: null },
  ]);
});

test('entries are in the order of the edits, also when the clock is set back', async () => {
  const bug = await app.bug(ann);
  for (const title of ['One', 'Two', 'Three']) {
    app.clock.offset -= 3_600_000;
    await edit(bug, ann, { title });
  }
  const history = await historyOf(bug);
  expect(history.map(({ changes }) => changes[0]?.to)).toEqual([undefined, 'One', 'Two', 'Three']);
  expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted());
});

test('concurrent edits leave one entry each, which continues from the previous one', async () => {
  const bug = await app.bug(ann);
  const titles = Array.from({ length: 8 }, (_, i) => `Title ${i}`);
  await Promise.all(titles.map((title, i) => edit(bug, i % 2 ? ann : admin, { title })));
  const entries = (await historyOf(bug)).slice(1);
  expect(entries.map(({ version }) => version)).toEqual(titles.map((_, i) => i + 2));
  const [, ...later] = entries.map(({ changes }) => changes[0]?.from);
  expect(later).toEqual(entries.slice(0, -1).map(({ changes }) => changes[0]?.to));
});

test('a long history has pages, with each entry once', async () => {
  const bug = await app.bug(ann);
  const edits = 2 * historyPage + 5;
  for (let i = 0; i < edits; i += 1) await edit(bug, ann, { title: `Title ${i}` });
  const pages: HistoryEntry[][] = [];
  do pages.push(await historyOf(bug, pages.at(-1)?.at(-1)?._id));
  while (pages.at(-1)?.length === historyPage);
  expect(pages.map(({ length }) => length)).toEqual([historyPage, historyPage, 6]);
  expect(pages.flat().map(({ version }) => version)).toEqual(
    Array.from({ length: edits + 1 }, (_, i) => i + 1),
  );
  // After the creation alone.
  expect((await historyOf(bug, bug._id))[0]?.version).toBe(2);
});

test('entries with long texts have pages of few bytes, with each entry once', async () => {
  const bug = await app.bug(ann);
  const emoji = (i: number) => '🦗'.repeat(19_999) + (i % 10);
  const edits = 7;
  for (let i = 0; i < edits; i += 1) await edit(bug, ann, { description: emoji(i) });
  const pages: HistoryEntry[][] = [];
  for (let path = `/api/bugs/${bug._id}/history`; path !== '';) {
    const { body, headers } = await ann.send('GET', path);
    // An entry has the text before and after: no page has more than one of them beside short ones.
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(2 * 80_000 + 2_000);
    pages.push(body as HistoryEntry[]);
    path = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
  }
  expect(pages.flat().map(({ version }) => version)).toEqual(
    Array.from({ length: edits + 1 }, (_, i) => i + 1),
  );
  expect(pages.length).toBeGreaterThan(4);
});

test('`after` must name an entry of the same bug', async () => {
  const [bug, other] = [await app.bug(ann), await app.bug(ann)];
  await edit(other, ann, { title: 'Other' });
  for (const after of [other._id, (await historyOf(other))[1]?._id ?? '', 'nothing', ''])
    expect((await bob.call(getHistory, { params: { id: bug._id }, query: { after } })).status).toBe(400);
});

test('404 for an unknown bug, and the history of a deleted bug is deleted', async () => {
  const bug = await app.bug(ann);
  const stored = await storedEntries();
  await edit(bug, ann, { title: 'Changed' });
  expect(await storedEntries()).toBe(stored + 1);
  await ann.call(deleteBug, { params: { id: bug._id } });
  expect(await storedEntries()).toBe(stored);
  for (const id of [bug._id, '42']) {
    const { status, error } = await ann.call(getHistory, { params: { id } });
    expect([status, error.message]).toEqual([404, 'Bug not found']);
  }
});

test('a bug that is filed twice with the same key has one creation', async () => {
  const headers = { 'idempotency-key': 'filed once' };
  const stored = await storedEntries();
  const [{ body: bug }, again] = [
    await ann.call(createBug, { body: { ...aBug } }, headers),
    await ann.call(createBug, { body: { ...aBug } }, headers),
  ];
  expect(again.body._id).toBe(bug._id);
  expect(await historyOf(bug)).toHaveLength(1);
  expect(await storedEntries()).toBe(stored);
});

test('the history lacks the versions of edits made before it was recorded', async () => {
  const bug = await app.bug(ann);
  await edit(bug, ann, { title: 'Forgotten' });
  await app.store.write((tx) => tx.deleteFrom('history').where('bug_id', '=', bug._id).execute());
  await edit(bug, ann, { title: 'Kept' });
  expect((await historyOf(bug)).map(({ version }) => version)).toEqual([1, 3]);
});
