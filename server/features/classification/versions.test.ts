import { describe, expect, test } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { type Bug, createBug, deleteBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { maxVersions } from '#contract/classification/version-fields.ts';
import * as contract from '#contract/classification/versions.ts';
import type { Version, VersionList } from '#contract/classification/versions.ts';
import { aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [admin, ann, bob] = await Promise.all([
  app.user({ role: 'admin' }),
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
]);
const unknown = '00000000-0000-7000-8000-000000000000';
let made = 0;

async function aVersion(overrides: Partial<Version> = {}): Promise<Version> {
  made += 1;
  const { name = `1.${made}`, state = 'planned', date, description } = overrides;
  const body = { name, state, ...(date && { date }), ...(description && { description }) };
  return (await admin.call(contract.createVersion, { body })).body;
}
const ref = ({ _id, name }: Version) => ({ _id, name });
const namesInOrder = async () => (await ann.call(contract.listVersions, {})).body.map(({ name }) => name);
const read = async ({ _id: id }: Bug) => (await bob.call(getBug, { params: { id } })).body;
const edit = (bug: Bug, body: object, by = ann) => by.call(updateBug, { params: { id: bug._id }, body });

describe('managing versions', () => {
  test('a version is created before all others, changed, and listed in its order', async () => {
    const [older, newer] = [await aVersion(), await aVersion({ date: '2026-02-28', description: 'Spring' })];
    expect(newer).toEqual({
      _id: newer._id,
      name: newer.name,
      description: 'Spring',
      state: 'planned',
      date: '2026-02-28',
      position: 0,
    });
    const body = { name: 'Two "🦗" ǅ', state: 'released', date: '' } as const;
    const changed = await admin.call(contract.updateVersion, { params: { id: older._id }, body });
    expect(changed.body).toEqual({ ...older, ...body, date: null, position: 1 });
    const listed = (await ann.call(contract.listVersions, {})).body;
    expect(listed.slice(0, 2)).toEqual([newer, changed.body]);
    expect(listed.map(({ position }) => position)).toEqual(listed.map((_, at) => at));
  });

  test('versions are moved before another one and to the end; new ones are still first', async () => {
    const [c, b, a] = [await aVersion(), await aVersion(), await aVersion()];
    const move = (one: Version, before: Version | null) =>
      admin.call(contract.moveVersion, {
        params: { id: one._id },
        body: { before: before?._id ?? null },
      });
    expect((await move(c, a)).body.slice(0, 3).map(ref)).toEqual([c, a, b].map(ref));
    expect((await move(c, null)).body.at(-1)).toMatchObject(ref(c));
    expect((await namesInOrder()).slice(0, 2)).toEqual([a.name, b.name]);
    const d = await aVersion();
    expect((await namesInOrder())[0]).toBe(d.name);
    // After several moves at once, there is still an order, and no version is lost.
    await Promise.all([move(a, d), move(b, d), move(d, b), move(c, a)]);
    expect((await namesInOrder()).toSorted()).toEqual([...new Set(await namesInOrder())].toSorted());
    for (const [one, before] of [
      [a._id, a._id],
      [a._id, unknown],
    ] as const) {
      const params = { id: one };
      const wrong = await admin.call(contract.moveVersion, { params, body: { before } });
      expect([wrong.status, wrong.error.fields]).toEqual([
        400,
        { before: 'before must be the id of another version' },
      ]);
    }
    const none = { params: { id: unknown }, body: { before: null } };
    expect((await admin.call(contract.moveVersion, none)).status).toBe(404);
  });

  test('names are unique without regard to case, and free again after deletion', async () => {
    const version = await aVersion({ name: 'Über 9' });
    const body = { name: ' über 9 ', state: 'planned' } as const;
    const taken = await admin.call(contract.createVersion, { body });
    expect([taken.status, taken.error.fields]).toEqual([
      400,
      { name: 'A version with this name exists already' },
    ]);
    expect((await admin.call(contract.deleteVersion, { params: { id: version._id } })).status).toBe(204);
    expect((await admin.call(contract.createVersion, { body })).status).toBe(201);
  });

  test('a version that a bug has cannot be deleted, and histories still name a deleted one', async () => {
    const version = await aVersion();
    const params = { id: version._id };
    const bug = await app.bug(ann, { foundIn: [version._id] });
    const refused = await admin.call(contract.deleteVersion, { params });
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      409,
      'in_use',
      'Bugs have this version: archive it instead',
    ]);
    await edit(bug, { foundIn: [] });
    expect((await admin.call(contract.deleteVersion, { params })).status).toBe(204);
    const history = (await bob.call(getHistory, { params: { id: bug._id } })).body;
    expect(history.at(-1)?.changes).toEqual([{ field: 'foundIn', from: [ref(version)], to: [] }]);
    expect((await ann.call(contract.getVersion, { params })).status).toBe(404);
  });

  const wrong: readonly (readonly [body: object, field: string, message: unknown])[] = [
    [{ state: 'planned' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(51), state: 'planned' }, 'name', 'Name must be at most 50 characters'],
    [{ name: 'a\nb', state: 'planned' }, 'name', expect.stringContaining('line breaks')],
    [{ name: 'A' }, 'state', 'State is required'],
    [{ name: 'A', state: 'done' }, 'state', 'State must be one of planned, released, archived'],
    ...['2026-02-30', '2026-2-3', '26-01-01', '0999-01-01', 'soon', 20_260_101].map(
      (date) =>
        [
          { name: 'A', state: 'planned', date },
          'date',
          'Date must be a day as in 2026-11-21, or empty',
        ] as const,
    ),
  ];
  test.each(wrong)('400 for %j', async (body, field, message) => {
    const { status, error } = await admin.call(contract.createVersion, { body: body as never });
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
  });

  test('changes of versions are for admins only, and in the audit trail', async () => {
    const body = { name: 'Not mine', state: 'planned' } as const;
    expect((await ann.call(contract.createVersion, { body })).status).toBe(403);
    const version = await aVersion({ name: 'Audited' });
    const params = { id: version._id };
    await admin.call(contract.updateVersion, { params, body: { name: 'Renamed' } });
    await admin.call(contract.deleteVersion, { params });
    const { body: entries } = await admin.call(listAudit, { query: {} });
    expect(entries.slice(0, 3).map(({ action, details }) => [action, details])).toEqual([
      ['version deleted', 'Renamed'],
      ['version changed', 'Audited → Renamed'],
      ['version created', 'Audited'],
    ]);
  });

  test(`there are at most ${maxVersions.inAll}`, async () => {
    const other = await testApp();
    const boss = await other.user({ role: 'admin' });
    await other.store.write((tx) =>
      tx
        .insertInto('versions')
        .values(
          Array.from({ length: maxVersions.inAll }, (_, position) => ({
            id: `00000000-0000-7000-8000-${String(position).padStart(12, '0')}`,
            name: `v${position}`,
            name_key: `v${position}`,
            description: '',
            state: 'planned' as const,
            day: null,
            position,
          })),
        )
        .execute(),
    );
    const body = { name: 'One more', state: 'planned' } as const;
    const { status, error } = await boss.call(contract.createVersion, { body });
    expect([status, error.fields]).toEqual([400, { name: 'There can be at most 500 versions' }]);
  });
});

describe('the versions of a bug', () => {
  test('are set, in the order of versions, with current names, and stored in the history', async () => {
    const [second, first] = [await aVersion(), await aVersion()];
    const body = { ...aBug, foundIn: [second._id, first._id], fixedIn: second._id };
    const { body: bug } = await ann.call(createBug, { body });
    expect(bug).toMatchObject({ foundIn: [ref(first), ref(second)], fixedIn: ref(second) });
    expect(await read(bug)).toEqual(bug);
    const changed = await edit(bug, { foundIn: [second._id], fixedIn: '' });
    expect(changed.body).toMatchObject({ foundIn: [ref(second)], fixedIn: null, version: 2 });
    await admin.call(contract.updateVersion, { params: { id: second._id }, body: { name: `${made}.x` } });
    const renamed = { _id: second._id, name: `${made}.x` };
    expect((await read(bug)).foundIn).toEqual([renamed]);
    const history = (await bob.call(getHistory, { params: { id: bug._id } })).body;
    expect(history.at(-1)?.changes).toEqual([
      { field: 'foundIn', from: [ref(first), renamed], to: [renamed] },
      { field: 'fixedIn', from: renamed, to: null },
    ]);
  });

  test('a bug is resolved in a version by one call, and keeps it when reopened', async () => {
    const version = await aVersion();
    const bug = await app.bug(ann, { assignedTo: bob._id });
    const params = { id: bug._id };
    const body = { status: 'resolved', resolution: 'fixed', fixedIn: version._id } as const;
    const resolved = await bob.call(setBugField.status, { params, body });
    expect(resolved.body).toMatchObject({ ...body, fixedIn: ref(version), version: 2 });
    const reopened = await bob.call(setBugField.status, { params, body: { status: 'open' } });
    expect(reopened.body).toMatchObject({ status: 'open', resolution: null, fixedIn: ref(version) });
    const planned = await bob.call(setBugField.fixedIn, { params, body: { fixedIn: null } });
    expect(planned.body).toMatchObject({ fixedIn: null });
    expect((await bob.call(updateBug, { params, body: { foundIn: [version._id] } })).status).toBe(403);
  });

  test('an archived version stays on bugs that have it, and cannot be added to others', async () => {
    const [old, other] = [await aVersion(), await aVersion()];
    const bug = await app.bug(ann, { foundIn: [old._id], fixedIn: old._id });
    const archive = { params: { id: old._id }, body: { state: 'archived' } } as const;
    expect((await admin.call(contract.updateVersion, archive)).body.state).toBe('archived');
    const kept = await edit(bug, { foundIn: [old._id, other._id], fixedIn: old._id, title: 'Kept' });
    expect(kept.body).toMatchObject({ fixedIn: ref(old), title: 'Kept' });
    expect(kept.body.foundIn).toHaveLength(2);
    for (const body of [
      { foundIn: [old._id] },
      { fixedIn: old._id },
      { foundIn: [unknown] },
      { fixedIn: unknown },
    ]) {
      const { status, error } = await ann.call(createBug, { body: { ...aBug, ...body } });
      const message = 'A version that a bug gets must exist and not be archived';
      expect([status, error.fields]).toEqual([400, { [Object.keys(body)[0]!]: message }]);
    }
  });

  test.each([
    [{ foundIn: 'x' }, 'Found in must be the ids of versions'],
    [{ foundIn: ['x'] }, 'Found in must be the ids of versions'],
    [{ foundIn: Array.from({ length: 21 }, () => unknown) }, 'A bug can be found in at most 20 versions'],
    [{ fixedIn: 'x' }, 'Fixed in must be the id of a version, or empty'],
    [{ fixedIn: [unknown] }, 'Fixed in must be the id of a version, or empty'],
  ])('400 for %j', async (body, message) => {
    const { status, error } = await ann.call(createBug, { body: { ...aBug, ...body } as never });
    expect([status, error.fields]).toEqual([400, { [Object.keys(body)[0]!]: message }]);
  });

  test('filter lists by one, several, or none', async () => {
    const [one, two] = [await aVersion(), await aVersion()];
    const bugs = [
      await app.bug(ann, { foundIn: [one._id, two._id] }),
      await app.bug(ann, { foundIn: [two._id], fixedIn: one._id }),
      await app.bug(ann, {}),
    ];
    const found = async (query: object) => {
      const { body, headers } = await bob.call(listBugs, { query: { ...query, limit: '500' } });
      expect(headers.get('x-total-count')).toBe(String(body.length));
      const at = body.map(({ _id }) => bugs.findIndex((bug) => bug._id === _id));
      return at.filter((place) => place >= 0).toSorted((a, b) => a - b);
    };
    expect(await found({ foundIn: one._id })).toEqual([0]);
    expect(await found({ foundIn: `${one._id},${two._id}` })).toEqual([0, 1]);
    expect(await found({ fixedIn: one._id })).toEqual([1]);
    expect(await found({ foundIn: two._id, fixedIn: 'none' })).toEqual([0]);
    expect(await found({ foundIn: 'none' })).toEqual([2]);
    for (const query of [{ foundIn: 'x' }, { fixedIn: 'none,x' }, { fixedIn: '' }])
      expect((await bob.call(listBugs, { query })).status).toBe(400);
  });
});

describe('the page of a version', () => {
  const list = async (version: Version, name: VersionList, query: object = {}) => {
    const input = { params: { id: version._id }, query: { list: name, ...query } };
    return (await bob.call(contract.listVersionBugs, input)).body;
  };

  test('has the fixed, open and known bugs, with their numbers', async () => {
    const version = await aVersion();
    const of = { fixedIn: version._id };
    const resolved = { ...of, status: 'resolved' } as const;
    const fixed = [await app.bug(ann, { ...resolved, resolution: 'fixed' }), await app.bug(ann, resolved)];
    const refused = await app.bug(ann, { ...resolved, resolution: 'wont-fix' });
    const open = [
      await app.bug(ann, { ...of, assignedTo: bob._id }),
      await app.bug(ann, { ...of, status: 'in-progress' }),
    ];
    const known = await app.bug(ann, { foundIn: [version._id] });
    await app.bug(ann, { foundIn: [version._id], status: 'resolved' });
    const summary = await bob.call(contract.getVersion, { params: { id: version._id } });
    expect(summary.body).toEqual({ ...version, bugs: { fixed: 2, resolved: 3, open: 2, known: 1 } });
    const numbers = async (name: VersionList) => (await list(version, name)).map(({ number }) => number);
    expect(await numbers('fixed')).toEqual(fixed.toReversed().map(({ number }) => number));
    expect(await numbers('open')).toEqual(open.toReversed().map(({ number }) => number));
    expect(await numbers('known')).toEqual([known.number]);
    expect((await list(version, 'open')).at(-1)).toEqual({
      _id: open[0]?._id,
      number: open[0]?.number,
      title: open[0]?.title,
      status: 'open',
      priority: open[0]?.priority,
      assignedTo: { _id: bob._id, name: 'Bob' },
    });
    const progress = (await bob.call(contract.listVersionProgress, {})).body;
    expect(progress).toContainEqual({ _id: version._id, resolved: 3, open: 2 });
    // The counts follow deletions and edits of bugs.
    await ann.call(deleteBug, { params: { id: refused._id } });
    await edit(open[0]!, { fixedIn: null });
    const { body: after } = await bob.call(contract.getVersion, { params: { id: version._id } });
    expect(after.bugs).toEqual({ fixed: 2, resolved: 2, open: 1, known: 1 });
  });

  test('has pages, with each bug once', async () => {
    const version = await aVersion();
    const bugs: Bug[] = [];
    for (let i = 0; i < 7; i += 1) bugs.push(await app.bug(ann, { fixedIn: version._id }));
    const pages = [await list(version, 'open', { limit: '3' })];
    for (let last = pages[0]!.at(-1); pages.at(-1)!.length === 3; last = pages.at(-1)!.at(-1))
      pages.push(await list(version, 'open', { limit: '3', after: last!._id }));
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat().map(({ number }) => number)).toEqual(bugs.toReversed().map(({ number }) => number));
  });

  test('404 for an unknown version, 400 for an unknown list', async () => {
    for (const id of [unknown, 'x']) {
      expect((await ann.call(contract.getVersion, { params: { id } })).status).toBe(404);
      const query = { list: 'fixed' } as const;
      expect((await ann.call(contract.listVersionBugs, { params: { id }, query })).status).toBe(404);
    }
    const params = { id: (await aVersion())._id };
    for (const query of [{}, { list: 'x' }, { list: 'open', limit: '1001' }, { list: 'open', after: 'x' }]) {
      const input = { params, query: query as never };
      expect((await ann.call(contract.listVersionBugs, input)).status).toBe(400);
    }
  });
});
