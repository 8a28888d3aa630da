import { describe, expect, test } from 'vitest';
import { listBugs } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/views.ts';
import { createComponent, updateComponent } from '#contract/classification/components.ts';
import {
  createCustomField,
  listCustomFields,
  updateCustomField,
} from '#contract/classification/custom-fields.ts';
import { createLabel, deleteLabel, listLabels, updateLabel } from '#contract/classification/labels.ts';
import { createVersion, updateVersion } from '#contract/classification/versions.ts';
import { updateProfile } from '#contract/accounts/users.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';

let clock = Date.parse('2026-06-10T12:00:00Z');
const app = await testApp({ time: () => (clock += 1) });
const [admin, ann] = await Promise.all([app.user({ role: 'admin' }), app.user({ name: 'Ann' })]);
let made = 0;
const unique = (text: string) => `${text} ${(made += 1)}`;

const save = async (query: string) => {
  const { status, body } = await ann.call(contract.createView, { body: { name: unique('View'), query } });
  expect(status).toBe(201);
  return body._id;
};
const queryOf = async (id: string) =>
  (await ann.call(contract.listViews, {})).body.find(({ _id }) => _id === id)?.query ?? '';
const search = async (query: string) => {
  const { status, body } = await ann.call(listBugs, { query: { query } });
  return status === 200 ? body.map(({ _id }) => _id).toSorted() : status;
};
const found = async (id: string) => search(await queryOf(id));
const counted = async (id: string) => {
  const views = [{ _id: id, isPinned: true }];
  await ann.call(contract.orderViews, { body: { views } });
  return (await ann.call(contract.countViews, {})).body.find(({ _id }) => _id === id)?.total;
};
const aLabel = async (name: string) =>
  (await admin.call(createLabel, { body: { name, color: 'red' } })).body._id;
const rename = (id: string, name: string) => admin.call(updateLabel, { params: { id }, body: { name } });
const renamePerson = (user: TestUser, name: string) => user.call(updateProfile, { body: { name } });

test('a view shows the current names of everything in its query, and finds the same bugs', async () => {
  const bo = await app.user({ name: 'Bo Smith' });
  const label = await aLabel('crash');
  const component = (await admin.call(createComponent, { body: { name: 'Editor' } })).body._id;
  const version = (await admin.call(createVersion, { body: { name: '1.0', state: 'released' } })).body._id;
  const field = (
    await admin.call(createCustomField, {
      body: { name: 'severity', kind: 'option', options: [{ name: 'high' }, { name: 'low' }] },
    })
  ).body;
  const [high, low] = field.options;
  const bug = await app.bug(ann, {
    assignedTo: bo._id,
    labels: [label],
    component,
    foundIn: [version],
    custom: { [field._id]: high?._id ?? '' },
  });
  await app.bug(ann);
  const query =
    '(label:Crash  component:editor) found:1.0 fixed:none severity:high,"low" has:severity -assignee:none assignee:"bo smith" reporter:ann';
  const view = await save(query);
  // The beginning of only one name stands for that name.
  expect(await queryOf(view)).toBe(query.replace('reporter:ann', 'reporter:"Ann"'));
  expect(await found(view)).toEqual([bug._id]);
  await rename(label, 'Crashes, all');
  await admin.call(updateComponent, { params: { id: component }, body: { name: 'none' } });
  await admin.call(updateVersion, { params: { id: version }, body: { name: '1.0 "Élise"' } });
  await admin.call(updateCustomField, {
    params: { id: field._id },
    body: {
      name: 'How bad',
      options: [
        { _id: high?._id ?? '', name: 'low' },
        { _id: low?._id ?? '', name: 'high' },
      ],
    },
  });
  await renamePerson(bo, 'Bo Jones');
  await renamePerson(ann, 'Maria Lee');
  expect(await queryOf(view)).toBe(
    '(label:"Crashes, all"  component:"none") found:"1.0 ""Élise""" fixed:none "How bad":low,high has:"How bad" -assignee:none assignee:"Bo Jones" reporter:"Maria Lee"',
  );
  expect(await found(view)).toEqual([bug._id]);
  expect(await counted(view)).toBe('1');
  // What is typed or bookmarked is found by former names; options were swapped, so that typed names are today's.
  for (const typed of [
    'label:crash',
    'component:editor',
    'found:1.0',
    'severity:low',
    'has:severity -severity:none',
    'assignee:"bo smith"',
    'assignee:smith',
    'reporter:ann label:crash',
  ])
    expect([typed, await search(typed)]).toEqual([typed, [bug._id]]);
  expect(await search('severity:high')).toEqual([]);
  const former = (await ann.call(listCustomFields, {})).body.map(({ formerNames }) => formerNames);
  expect(former).toEqual([['severity']]);
  // Saving it as shown saves the same.
  await ann.call(contract.updateView, { params: { id: view }, body: { query: await queryOf(view) } });
  await rename(label, 'crash');
  expect(await queryOf(view)).toContain('(label:crash  component');
  await renamePerson(ann, 'Ann');
});

describe('labels', () => {
  test('stay distinct in views when two swap their names', async () => {
    const [one, other] = [await aLabel('one'), await aLabel('other')];
    const bug = await app.bug(ann, { labels: [one] });
    const second = await app.bug(ann, { labels: [other] });
    const view = await save('label:one');
    await rename(one, 'swap');
    await rename(other, 'one');
    await rename(one, 'other');
    expect([await queryOf(view), await found(view)]).toEqual(['label:other', [bug._id]]);
    expect(await search('label:one')).toEqual([second._id]);
    expect(await search('label:swap')).toEqual([bug._id]);
  });

  test('that were merged lead to the remaining label by name, former name and id', async () => {
    const [from, into] = [await aLabel('jam'), await aLabel('stop')];
    const bug = await app.bug(ann, { labels: [from] });
    await rename(from, 'freeze');
    const view = await save('label:freeze OR label:freeze');
    await admin.call(deleteLabel, { params: { id: from }, query: { into } });
    await rename(into, 'hang');
    expect([await queryOf(view), await found(view)]).toEqual(['label:hang OR label:hang', [bug._id]]);
    for (const typed of ['label:jam', 'label:freeze', 'label:stop', `label:${from}`])
      expect([typed, await search(typed)]).toEqual([typed, [bug._id]]);
    expect((await ann.call(listBugs, { query: { label: from } })).body.map(({ _id }) => _id)).toEqual([
      bug._id,
    ]);
    expect((await ann.call(listBugs, { query: { label: `${from},${into}` } })).body).toHaveLength(1);
    const now = (await ann.call(listLabels, {})).body.find(({ _id }) => _id === into);
    expect(now?.formerIds).toEqual([from]);
    // A new thing with the name wins.
    const later = await aLabel('jam');
    expect(await search('label:jam')).toEqual([]);
    await rename(later, 'later');
    expect(await search('label:jam')).toEqual([]);
  });

  test('that were deleted are shown by the name that was saved, and the view has no count', async () => {
    const label = await aLabel('gone');
    const view = await save('label:gone');
    await rename(label, 'lost');
    await admin.call(deleteLabel, { params: { id: label } });
    expect([await queryOf(view), await found(view), await counted(view)]).toEqual(['label:gone', 400, null]);
    expect(await search('label:lost')).toBe(400);
  });

  test('are found by their last thousand names', async () => {
    const label = await aLabel('name');
    const bug = await app.bug(ann, { labels: [label] });
    const rows = Array.from({ length: 1_001 }, (_, i) => ({
      target_id: label,
      name_key: `name ${i}`,
      until: new Date(clock + i).toISOString(),
    }));
    await app.store.write(async (tx) => {
      for (let i = 0; i < rows.length; i += 100)
        await tx
          .insertInto('former_names')
          .values(rows.slice(i, i + 100))
          .execute();
    });
    clock += 2_000;
    await rename(label, 'name 1000');
    expect(await search('label:"name 500"')).toEqual([bug._id]);
    expect(await search('label:name')).toEqual([bug._id]);
    expect(await search('label:"name 0"')).toBe(400);
    const left = app.store.db.selectFrom('former_names').select('until').where('target_id', '=', label);
    expect(await left.execute()).toHaveLength(1_000);
  });
});

describe('people', () => {
  test('are shown by id in a view as soon as others have the same name', async () => {
    const [kim, other] = [await app.user({ name: 'Kim Lee' }), await app.user({ name: 'Kim Dee' })];
    const [bug] = await Promise.all([kim, other].map((user) => app.bug(ann, { assignedTo: user._id })));
    const view = await save('assignee:"kim lee"');
    const beginning = await save('assignee:kim');
    await renamePerson(other, 'Kim Lee');
    expect(await queryOf(view)).toBe(`assignee:${kim._id}`);
    expect(await found(view)).toEqual([bug?._id]);
    // The beginning of several names stays a beginning.
    expect(await queryOf(beginning)).toBe('assignee:kim');
    await renamePerson(kim, 'Maria');
    expect(await queryOf(view)).toBe('assignee:"Maria"');
    expect(await search('assignee:kim')).toHaveLength(1);
    await renamePerson(other, 'Jo');
    expect(await search('assignee:"kim lee"')).toHaveLength(2);
  });

  test('are shown by name in a view with their ids, unless a query cannot name so many', async () => {
    const some = await Promise.all(Array.from({ length: 21 }, (_, i) => app.user({ name: `Many ${i}` })));
    const list = some.map(({ _id }) => _id);
    expect(await queryOf(await save(`reporter:${list.slice(0, 2).join(',')}`))).toBe(
      'reporter:"Many 0","Many 1"',
    );
    const query = `reporter:${list.join(',')}`;
    const view = await save(query);
    expect(await queryOf(view)).toBe(query);
    expect(await found(view)).toEqual([]);
  });
});

test('a query of fifty labels stays valid, however long their names become', async () => {
  const labels: string[] = [];
  for (let i = 0; i < 50; i += 1) labels.push(await aLabel(`l${i}`));
  const bug = await app.bug(ann, { labels: [labels[7] ?? ''] });
  const query = `label:${labels.map((_, i) => `l${i}`).join(',')}`;
  const view = await save(query);
  for (const [i, id] of labels.entries()) await rename(id, `${'long '.repeat(8)}${i}`);
  expect(await queryOf(view)).toBe(query);
  expect(await found(view)).toEqual([bug._id]);
});

test('names in views of an earlier version are looked up once', async () => {
  const label = await aLabel('early');
  const bug = await app.bug(ann, { labels: [label] });
  const [view, broken] = [await save('label:early'), await save('status:open')];
  await app.store.write(async (tx) => {
    await tx.updateTable('saved_views').set({ named: null }).where('id', 'in', [view, broken]).execute();
    await tx.updateTable('saved_views').set({ query: 'nothing:x' }).where('id', '=', broken).execute();
  });
  expect(await queryOf(view)).toBe('label:early');
  // An edit that does not change the query leaves its names to be looked up later.
  await ann.call(contract.updateView, { params: { id: view }, body: { name: unique('View') } });
  await app.runJob('look up names in views');
  await rename(label, 'late');
  await aLabel('early');
  expect([await queryOf(view), await found(view)]).toEqual(['label:late', [bug._id]]);
  expect(await queryOf(broken)).toBe('nothing:x');
});
