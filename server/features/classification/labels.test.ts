import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { type Bug, createBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { maxLabels } from '#contract/classification/label-field.ts';
import {
  createLabel,
  deleteLabel,
  getLabelSettings,
  type Label,
  listLabels,
  updateLabel,
} from '#contract/classification/labels.ts';
import { aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const admin = await app.user({ role: 'admin' });
const ann = await app.user({ name: 'Ann' });
const unknown = '00000000-0000-7000-8000-000000000000';
let made = 0;

async function aLabel(overrides: Partial<Label> = {}): Promise<Label> {
  made += 1;
  const body = { name: `Label ${made}`, color: 'teal', ...overrides } as const;
  return (await admin.call(createLabel, { body })).body;
}

const names = ({ labels }: Pick<Bug, 'labels'>) => labels.map(({ name }) => name);
const idsOf = (labels: readonly { _id: string }[]) => labels.map(({ _id }) => _id);

async function read(bug: Bug): Promise<Bug> {
  return (await ann.call(getBug, { params: { id: bug._id } })).body;
}

/** Resolves once a statement waits for a lock of another transaction. On SQLite, transactions do not overlap. */
async function whenOneWaits(): Promise<void> {
  if (inject('engine') !== 'postgres') return;
  const waiting = sql<{ n: string }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => Number((await waiting.execute(app.store.db)).rows[0]?.n)).toBeGreaterThan(0);
}

test('an edit that waits for another one sees the labels that it added', async () => {
  const [first, second] = [await aLabel(), await aLabel()];
  const { body: bug } = await ann.call(createBug, { body: { ...aBug, labels: [first._id] } });
  const edit = (body: object) => ann.call(updateBug, { params: { id: bug._id }, body });
  const meanwhile = async (body: object) => {
    let answer: ReturnType<typeof edit> | undefined;
    await app.store.write(async (tx) => {
      await tx.deleteFrom('bug_labels').where('label_id', '=', second._id).execute();
      await tx
        .updateTable('bugs')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', bug._id)
        .execute();
      await tx
        .insertInto('bug_labels')
        .values({ bug_id: bug._id, number: bug.number, label_id: second._id })
        .execute();
      answer = edit(body);
      await whenOneWaits();
    });
    return (await answer)?.body;
  };
  expect(names((await meanwhile({ title: 'Another' })) ?? bug)).toEqual([first.name, second.name]);
  const { body: entries } = await ann.call(getHistory, { params: { id: bug._id } });
  expect(entries.at(-1)?.changes.map(({ field }) => field)).toEqual(['title']);
  expect(names((await meanwhile({ labels: [first._id] })) ?? bug)).toEqual([first.name]);
  expect(idsOf((await read(bug)).labels)).toEqual([first._id]);
  expect(names((await meanwhile({ labels: [first._id, second._id] })) ?? bug)).toHaveLength(2);
});

describe('managing labels', () => {
  test('a label is created, listed by name, changed and archived', async () => {
    const label = await aLabel({ name: 'zeta', description: 'The last letter but 18' });
    const id = { params: { id: label._id } };
    const changed = await admin.call(updateLabel, { ...id, body: { name: 'Alpha', archived: true } });
    expect(changed.body).toEqual({ ...label, name: 'Alpha', archived: true });
    const listed = (await ann.call(listLabels, {})).body;
    expect(listed).toContainEqual(changed.body);
    expect(listed.map(({ name }) => name.toLowerCase())).toEqual(
      listed.map(({ name }) => name.toLowerCase()).toSorted(),
    );
    expect((await admin.call(updateLabel, { ...id, body: { archived: false } })).body.archived).toBe(false);
  });

  test('names are unique regardless of case, and free again once the label is deleted', async () => {
    const label = await aLabel({ name: 'E\u0301clair' });
    const other = await aLabel();
    const again = { name: 'éCLAIR', color: 'red' } as const;
    const taken = await admin.call(createLabel, { body: again });
    const renamed = await admin.call(updateLabel, { params: { id: other._id }, body: { name: again.name } });
    for (const { status, error } of [taken, renamed])
      expect([status, error.fields]).toEqual([400, { name: 'A label with this name exists already' }]);
    await admin.call(deleteLabel, { params: { id: label._id } });
    expect((await admin.call(createLabel, { body: again })).status).toBe(201);
  });

  test.each([
    [{ name: ' ', color: 'red' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(51), color: 'red' }, { name: 'Name must be at most 50 characters' }],
    [{ name: 'x' }, { color: 'Color is required' }],
  ])('%j is refused', async (body, fields) => {
    const { status, error } = await admin.call(createLabel, { body: body as never });
    expect([status, error.fields]).toEqual([400, fields]);
  });

  test('every user can create labels if the setting allows it', async () => {
    const open = await testApp({ settings: { labels: 'everyone' } });
    const user = await open.user();
    expect((await user.call(getLabelSettings, {})).body).toEqual({ creators: 'everyone' });
    expect((await user.call(createLabel, { body: { name: 'x', color: 'red' } })).status).toBe(201);
    expect((await ann.call(createLabel, { body: { name: 'x', color: 'red' } })).status).toBe(403);
    await open.close();
  });

  test('changes of labels are in the audit trail and sent live', async () => {
    const label = await aLabel();
    await admin.call(updateLabel, { params: { id: label._id }, body: { name: 'Renamed' } });
    await admin.call(deleteLabel, { params: { id: label._id } });
    const entries = (await admin.call(listAudit, {})).body.slice(0, 3);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['label deleted', 'Renamed'],
      ['label changed', `${label.name} → Renamed`],
      ['label created', label.name],
    ]);
    await app.store.numberChanges();
    const changes = await app.store.db
      .selectFrom('changes')
      .selectAll()
      .where('kind', '=', 'label')
      .execute();
    expect(changes.filter(({ id }) => id === label._id)).toHaveLength(3);
  });
});

describe('labels of bugs', () => {
  test('a bug is filed with labels, which are read by name, and edits change them', async () => {
    const [b, a, c] = [await aLabel({ name: 'b-1' }), await aLabel({ name: 'a-1' }), await aLabel()];
    const bug = await app.bug(ann, { labels: [b._id, a._id, b._id] });
    expect(names(bug)).toEqual(['a-1', 'b-1']);
    expect(names(await app.bug(ann))).toEqual([]);
    const params = { id: bug._id };
    const same = await ann.call(updateBug, { params, body: { labels: [a._id, b._id] } });
    expect(same.body.version).toBe(1);
    const edited = await ann.call(updateBug, { params, body: { labels: [c._id, a._id] } });
    expect([names(edited.body), edited.body.version]).toEqual([['a-1', c.name], 2]);
    expect(await read(bug)).toEqual(edited.body);
    const { body: entries } = await ann.call(getHistory, { params });
    const ref = ({ _id, name, color }: Label) => ({ _id, name, color });
    expect(entries[1]?.changes).toEqual([
      { field: 'labels', from: [ref(a), ref(b)], to: [ref(c), ref(a)].toSorted(byName) },
    ]);
  });

  const byName = (a: { name: string }, b: { name: string }) =>
    a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1;

  test('an unknown, deleted or archived label is refused, unless the bug has it', async () => {
    const [archived, deleted] = [await aLabel(), await aLabel()];
    const bug = await app.bug(ann, { labels: [archived._id] });
    await admin.call(updateLabel, { params: { id: archived._id }, body: { archived: true } });
    await admin.call(deleteLabel, { params: { id: deleted._id } });
    for (const id of [unknown, deleted._id, archived._id]) {
      const { status, error } = await ann.call(createBug, { body: { ...aBug, labels: [id] } });
      expect([status, error.fields]).toEqual([
        400,
        { labels: 'A label that a bug gets must exist and not be archived' },
      ]);
    }
    const further = await aLabel();
    const body = { labels: [archived._id, further._id] };
    expect((await ann.call(updateBug, { params: { id: bug._id }, body })).status).toBe(200);
  });

  test.each([
    ['nothing', 'Labels must be the ids of labels'],
    [['x'], 'Labels must be the ids of labels'],
    [Array.from({ length: maxLabels.ofBug + 1 }, () => unknown), 'A bug can have at most 20 labels'],
  ])('%j is refused', async (labels, message) => {
    const { status, error } = await ann.call(createBug, { body: { ...aBug, labels: labels as never } });
    expect([status, error.fields]).toEqual([400, { labels: message }]);
  });

  test('merging or deleting a label changes bugs without giving them a new version', async () => {
    const [from, into, gone] = [await aLabel(), await aLabel(), await aLabel()];
    const bugs = [
      await app.bug(ann, { labels: [from._id] }),
      await app.bug(ann, { labels: [from._id, into._id, gone._id] }),
    ];
    await ann.call(updateBug, { params: { id: bugs[0]?._id ?? '' }, body: { labels: [from._id, gone._id] } });
    const query = { into: into._id };
    expect((await admin.call(deleteLabel, { params: { id: from._id }, query })).status).toBe(204);
    expect((await admin.call(deleteLabel, { params: { id: gone._id } })).status).toBe(204);
    const present = await Promise.all(bugs.map(read));
    expect(present.map(names)).toEqual([[into.name], [into.name]]);
    expect(present.map(({ version }) => version)).toEqual([2, 1]);
    const { body: entries } = await ann.call(getHistory, { params: { id: bugs[0]?._id ?? '' } });
    expect(JSON.stringify(entries[1]?.changes)).toContain(gone.name);
    const listed = (await ann.call(listLabels, {})).body;
    expect(idsOf(listed)).not.toContain(from._id);
    expect((await admin.call(deleteLabel, { params: { id: from._id } })).status).toBe(404);
  });

  test('a request with a merged label uses the label that it was merged into', async () => {
    const [first, second, last, other] = [await aLabel(), await aLabel(), await aLabel(), await aLabel()];
    const bug = await app.bug(ann, { labels: [first._id] });
    const merge = (from: Label, into: Label) =>
      admin.call(deleteLabel, { params: { id: from._id }, query: { into: into._id } });
    await merge(first, second);
    await merge(second, last);
    const params = { id: bug._id };
    const edited = await ann.call(updateBug, { params, body: { labels: [first._id, other._id] } });
    expect([edited.status, names(edited.body)]).toEqual([200, [last.name, other.name]]);
    const same = { labels: [first._id, second._id, last._id, other._id] };
    const unchanged = await ann.call(updateBug, { params, body: same });
    expect([unchanged.status, unchanged.body.version]).toEqual([200, 2]);
    expect(names(await app.bug(ann, { labels: [first._id] }))).toEqual([last.name]);
    await admin.call(deleteLabel, { params: { id: last._id } });
    const { status, error } = await ann.call(createBug, { body: { ...aBug, labels: [first._id] } });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['labels']]);
  });

  test('a label is not merged into itself or an unknown one', async () => {
    const label = await aLabel();
    for (const into of [label._id, unknown]) {
      const { status, error } = await admin.call(deleteLabel, { params: { id: label._id }, query: { into } });
      expect([status, error.fields]).toEqual([400, { into: 'into must be the id of another label' }]);
    }
  });
});

describe('lists by label', () => {
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

  test('filter by any of several or none, with search, other filters, orders, pages and counts', async () => {
    const [red, blue] = [await aLabel(), await aLabel()];
    const file = (title: string, labels: readonly Label[]) =>
      app.bug(ann, { title, labels: idsOf(labels), assignedTo: labels.length > 1 ? ann._id : null });
    for (const i of [1, 2, 3]) await file(`crash r${i}`, [red]);
    for (const i of [4, 5]) await file(`crash b${i}`, [blue]);
    await file('both of them', [red, blue]);
    await file('crash without', []);
    const some = `${red._id},${blue._id}`;
    expect(await pages({ label: red._id })).toEqual({
      titles: ['both of them', 'crash r3', 'crash r2', 'crash r1'],
      total: '4',
    });
    expect((await pages({ label: some, sort: 'title' })).titles).toEqual([
      'both of them',
      'crash b4',
      'crash b5',
      'crash r1',
      'crash r2',
      'crash r3',
    ]);
    expect(await pages({ label: some, q: 'crash' })).toEqual({
      titles: ['crash b5', 'crash b4', 'crash r3', 'crash r2', 'crash r1'],
      total: '5',
    });
    expect(await pages({ label: some, assignedTo: 'me' })).toEqual({ titles: ['both of them'], total: '1' });
    expect((await pages({ label: 'none', q: 'crash w' })).titles).toEqual(['crash without']);
    const repeated = await ann.send('GET', `/api/bugs?label=${red._id}&label=${blue._id}`);
    expect(repeated.body).toHaveLength(6);
    const whole = await ann.call(listBugs, { query: { label: blue._id } });
    expect(whole.body.map(({ title }) => title)).toEqual(['both of them', 'crash b5', 'crash b4']);
  });

  test.each(['', 'x', `none,${unknown}`])('label=%s is refused', async (label) => {
    const { status, error } = await ann.call(listBugs, { query: { label } });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['label']]);
  });
});
