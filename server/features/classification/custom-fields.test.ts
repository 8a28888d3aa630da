import { afterEach, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { type Bug, createBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { createComponent } from '#contract/classification/components.ts';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import {
  type CustomField,
  type CustomKind,
  createCustomField,
  listCustomFields,
  maxCustom,
  moveCustomField,
  updateCustomField,
} from '#contract/classification/custom-fields.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { updateProfile } from '#contract/accounts/users.ts';
import { aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const admin = await app.user({ role: 'admin' });
const ann = await app.user({ name: 'Ann' });
const bob = await app.user({ name: 'Bob' });
const unknown = '00000000-0000-7000-8000-000000000000';
let made = 0;

type Body = Parameters<typeof admin.call<typeof createCustomField>>[1]['body'];
type Edit = Parameters<typeof admin.call<typeof updateCustomField>>[1]['body'];

async function aField(kind: CustomKind, overrides: Partial<Body> = {}): Promise<CustomField> {
  made += 1;
  const { status, body } = await admin.call(createCustomField, {
    body: { name: `Field ${made}`, kind, ...overrides },
  });
  expect(status).toBe(201);
  return body;
}

const change = (field: CustomField, body: Edit) =>
  admin.call(updateCustomField, { params: { id: field._id }, body });

async function archive(...fields: CustomField[]): Promise<void> {
  for (const field of fields) expect((await change(field, { archived: true })).status).toBe(200);
}

// Bugs of other tests must not get the defaults of these fields, or lack required values.
afterEach(async () => {
  const { body } = await admin.call(listCustomFields, {});
  await archive(...body.filter(({ archived }) => !archived));
});

const refused = (answer: { status: number; error: { fields?: Record<string, string> | undefined } }) => [
  answer.status,
  answer.error.fields,
];

const ref = ({ _id, name }: { _id: string; name: string }) => ({ _id, name });
const edit = (bug: Bug, custom: Record<string, CustomInput | null>) =>
  ann.call(updateBug, { params: { id: bug._id }, body: { custom } });
const read = async (bug: Bug) => (await ann.call(getBug, { params: { id: bug._id } })).body;
const historyOf = async (bug: Bug) => (await bob.call(getHistory, { params: { id: bug._id } })).body;

describe('fields', () => {
  test('are defined, listed in their order, changed, moved and archived', async () => {
    const bare = await aField('text', { name: 'Build' });
    expect(bare).toEqual({
      _id: bare._id,
      name: 'Build',
      kind: 'text',
      isRequired: false,
      initial: null,
      components: [],
      options: [],
      position: bare.position,
      archived: false,
    });
    const severity = await aField('option', {
      name: 'Severity',
      options: [{ name: 'Crash' }, { name: 'Minor' }],
      initial: 'minor',
    });
    expect(severity.options).toEqual([
      { _id: severity.options[0]?._id, name: 'Crash', archived: false },
      { _id: severity.options[1]?._id, name: 'Minor', archived: false },
    ]);
    expect(severity.initial).toBe(severity.options[1]?._id);
    const changed = await change(bare, { name: 'Build id', isRequired: true, initial: '1.0' });
    expect(changed.body).toEqual({
      ...bare,
      name: 'Build id',
      formerNames: ['build'],
      isRequired: true,
      initial: '1.0',
    });
    const moved = await admin.call(moveCustomField, {
      params: { id: severity._id },
      body: { before: bare._id },
    });
    expect(moved.body.slice(-2).map(({ name }) => name)).toEqual(['Severity', 'Build id']);
    expect((await ann.call(listCustomFields, {})).body).toEqual(moved.body);
    expect((await change(severity, { archived: true })).body.archived).toBe(true);
    await archive(bare);
    const trail = (await admin.call(listAudit, { query: { action: 'field changed' } })).body;
    expect(trail.map(({ details }) => details)).toContain('Build → Build id');
  });

  test('cannot have a name that is taken, reserved by queries, or quoted', async () => {
    const field = await aField('text', { name: 'Mitgefühl' });
    for (const name of ['MITGEFÜHL', 'status', 'Assignee', 'Assigned to', 'has', 'files', 'sort', 'a "b"']) {
      const { status, error } = await admin.call(createCustomField, { body: { name, kind: 'text' } });
      expect([name, status, Object.keys(error.fields ?? {})]).toEqual([name, 400, ['name']]);
    }
    expect((await change(field, { name: 'Reporter' })).status).toBe(400);
    await archive(field);
    // Queries still find the values of an archived field by its name.
    expect((await admin.call(createCustomField, { body: { name: 'mitgefühl', kind: 'text' } })).status).toBe(
      400,
    );
  });

  test('options are renamed, added, moved and archived; none is lost', async () => {
    const field = await aField('options', { options: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] });
    const [a, b, c] = field.options;
    if (!a || !b || !c) throw new Error('An option is missing');
    const options = [{ _id: b._id, name: 'a' }, { name: 'New' }, { _id: a._id, name: 'B' }];
    const { body } = await change(field, { options, initial: ['new', b._id] });
    expect(body.options.map(({ name, archived }) => [name, archived])).toEqual([
      ['a', false],
      ['New', false],
      ['B', false],
      ['C', true],
    ]);
    expect(body.options.map(({ _id }) => _id)).toEqual([b._id, body.options[1]?._id, a._id, c._id]);
    expect(body.initial).toEqual([b._id, body.options[1]?._id ?? ''].toSorted());
    // The default does not name an option that bugs no longer get.
    const less = await change(field, { options: [{ _id: b._id, name: 'a' }] });
    expect(less.body.initial).toEqual([b._id]);
    for (const wrong of [
      [],
      [{ name: 'X' }, { name: 'x' }],
      [{ _id: unknown, name: 'X' }],
      [
        { _id: a._id, name: 'X' },
        { _id: a._id, name: 'Y' },
      ],
      [{ name: 'X', archived: true }],
    ])
      expect((await change(field, { options: wrong })).status).toBe(400);
    expect((await change(await aField('text'), { options: [{ name: 'X' }] })).status).toBe(400);
    const none = await admin.call(createCustomField, { body: { name: 'Empty', kind: 'option' } });
    expect(none.status).toBe(400);
  });

  test('defaults must be values of the field', async () => {
    const wrong: [CustomKind, CustomInput][] = [
      ['number', 'one'],
      ['date', '2026-02-30'],
      ['url', 'javascript:alert(1)'],
      ['person', unknown],
      ['boolean', 'yes'],
      ['text', 3],
    ];
    for (const [kind, initial] of wrong) {
      const answer = await admin.call(createCustomField, { body: { name: 'Wrong', kind, initial } });
      expect(refused(answer)).toEqual([400, { initial: 'The default must be a value of the field' }]);
    }
  });

  test('lists of options that are too long are refused before they are compared', async () => {
    const field = await aField('options', { options: [{ name: 'A' }] });
    const list = Array.from({ length: maxCustom.optionsOfBug + 1 }, () => 'a');
    const message = 'Fields must be values by the ids of fields that admins have defined';
    expect((await change(field, { initial: list.slice(1) })).body.initial).toEqual([field.options[0]?._id]);
    expect(refused(await change(field, { initial: list }))).toEqual([400, { initial: message }]);
    const bug = await app.bug(ann);
    expect(refused(await edit(bug, { [field._id]: list }))).toEqual([400, { custom: message }]);
  });

  test(`there are at most ${maxCustom.fields} that are not archived`, async () => {
    const { body: before } = await admin.call(listCustomFields, {});
    const added: CustomField[] = [];
    for (let i = before.filter(({ archived }) => !archived).length; i < maxCustom.fields; i += 1)
      added.push(await aField('text'));
    const one = await admin.call(createCustomField, { body: { name: 'Too many', kind: 'text' } });
    expect(one.status).toBe(400);
    await archive(...added.slice(0, 1));
    const again = await aField('text');
    expect((await change(added[0] ?? again, { archived: false })).status).toBe(400);
  });
});

describe('values', () => {
  const valid: [CustomKind, CustomInput, CustomInput][] = [
    ['text', ' "ß" <b>x</b> 🦗 ', '"ß" <b>x</b> 🦗'],
    ['number', -12.000_001, -12.000_001],
    ['number', 999_999_999_999_999, 999_999_999_999_999],
    ['number', 0.1, 0.1],
    ['number', -0, 0],
    ['date', '2028-02-29', '2028-02-29'],
    ['boolean', false, false],
    ['url', 'HTTPS://example.org/a?b=c#d', 'HTTPS://example.org/a?b=c#d'],
  ];

  test.each(valid)('%s: %j is stored as %j', async (kind, input, value) => {
    const field = await aField(kind);
    const bug = await app.bug(ann, { custom: { [field._id]: input } });
    expect(bug.custom).toEqual({ [field._id]: value });
    expect((await read(bug)).custom).toEqual(bug.custom);
    expect((await edit(bug, { [field._id]: input })).body.version).toBe(1);
    const emptied = await edit(bug, { [field._id]: null });
    expect([emptied.body.custom, (await read(bug)).custom]).toEqual([{}, {}]);
  });

  const invalid: [CustomKind, unknown][] = [
    ['text', 'two\nlines'],
    ['text', 'x'.repeat(maxCustom.text + 1)],
    ['text', 3],
    ['text', 'a\u202eb'],
    ['number', 1e15],
    ['number', 0.000_000_1],
    ['number', '3'],
    ['date', '2027-02-29'],
    ['date', '21.11.2026'],
    ['boolean', 'true'],
    ['url', 'javascript:alert(1)'],
    ['url', 'data:text/html,x'],
    ['url', 'https://'],
    ['url', 'https://a b'],
    ['url', `https://example.org/a${'\u0301'.repeat(31)}`],
    ['url', `https://example.org/${'x'.repeat(maxCustom.text)}`],
    ['person', unknown],
    ['person', 'Ann'],
    ['option', unknown],
    ['options', [unknown]],
    ['options', 'A'],
  ];

  test.each(invalid)('%s cannot be %j', async (kind, input) => {
    const field = await aField(kind, kind.startsWith('option') ? { options: [{ name: 'A' }] } : {});
    const body = { ...aBug, custom: { [field._id]: input as CustomInput } };
    const answer = await ann.call(createBug, { body });
    expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, [`custom.${field._id}`]]);
    expect(answer.error.message).toContain(field.name);
  });

  test('without the id of a field are refused', async () => {
    for (const custom of [{ [unknown]: 'x' }, { severity: 'x' }, [], 'x', null, { [unknown]: {} }]) {
      const { status, body } = await ann.send('POST', '/api/bugs', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...aBug, custom }),
      });
      expect([custom, status, Object.keys((body as { fields?: object }).fields ?? {})[0]]).toEqual([
        custom,
        400,
        expect.stringMatching(/^custom/),
      ]);
    }
  });

  test('of options and people have their present names, in the order of the options', async () => {
    const options = [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }];
    const [alone, several] = [await aField('option', { options }), await aField('options', { options })];
    const person = await aField('person');
    const [one, two, three] = several.options;
    const cleo = await app.user({ name: 'Cleo' });
    const bug = await app.bug(ann, {
      custom: {
        [alone._id]: alone.options[1]?._id ?? '',
        [several._id]: [three?._id ?? '', one?._id ?? ''],
        [person._id]: cleo._id,
      },
    });
    expect(bug.custom).toEqual({
      [alone._id]: { _id: alone.options[1]?._id, name: 'Two' },
      [several._id]: [
        { _id: one?._id, name: 'One' },
        { _id: three?._id, name: 'Three' },
      ],
      [person._id]: ref(cleo),
    });
    expect((await read(bug)).custom).toEqual(bug.custom);
    await cleo.call(updateProfile, { body: { name: 'Cleopatra' } });
    await change(several, {
      options: [
        { _id: three?._id, name: 'Drei' },
        { _id: one?._id, name: 'Eins' },
        { _id: two?._id, name: 'Zwei' },
      ],
    });
    const listed = (await ann.call(listBugs, { query: { number: String(bug.number) } })).body[0]?.custom;
    expect(listed?.[several._id]).toEqual([
      { _id: three?._id, name: 'Drei' },
      { _id: one?._id, name: 'Eins' },
    ]);
    expect(listed?.[person._id]).toEqual({ _id: cleo._id, name: 'Cleopatra' });
  });

  test('an edit sets the fields that it names, and leaves the others', async () => {
    const [first, second] = [await aField('text'), await aField('number')];
    const bug = await app.bug(ann, { custom: { [first._id]: 'x', [second._id]: 2 } });
    const { body: edited } = await edit(bug, { [second._id]: 3 });
    expect(edited.custom).toEqual({ [first._id]: 'x', [second._id]: 3 });
    expect(edited.version).toBe(2);
    expect((await edit(bug, {})).body.version).toBe(2);
    expect((await edit(bug, { [second._id]: 3 })).body.version).toBe(2);
    const both = await Promise.all([edit(bug, { [first._id]: 'y' }), edit(bug, { [second._id]: null })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(bug)).custom).toEqual({ [first._id]: 'y' });
    expect((await edit(bug, { [first._id]: '' })).body.custom).toEqual({});
    expect((await bob.call(updateBug, { params: { id: bug._id }, body: { custom: {} } })).status).toBe(403);
  });

  test('bugs keep values of archived fields and options, and get no new ones', async () => {
    const field = await aField('options', { options: [{ name: 'Old' }, { name: 'New' }] });
    const [old, recent] = field.options;
    const bug = await app.bug(ann, { custom: { [field._id]: [old?._id ?? ''] } });
    const left = { options: [{ _id: recent?._id, name: 'New' }] };
    expect((await change(field, left)).status).toBe(200);
    const both = [old?._id ?? '', recent?._id ?? ''];
    expect((await edit(bug, { [field._id]: both })).status).toBe(200);
    const other = await app.bug(ann);
    expect((await edit(other, { [field._id]: both })).status).toBe(400);
    await archive(field);
    const listed = (await ann.call(listBugs, { query: { number: String(bug.number) } })).body[0];
    expect(listed?.custom[field._id]).toHaveLength(2);
    expect(refused(await edit(other, { [field._id]: [recent?._id ?? ''] }))).toEqual([
      400,
      { [`custom.${field._id}`]: `${field.name} is archived: bugs keep its values, and get no others` },
    ]);
    expect((await edit(bug, { [field._id]: both })).status).toBe(200);
    expect((await edit(bug, { [field._id]: null })).body.custom).toEqual({});
  });

  test('histories show only the values that changed, by their current names', async () => {
    const [kept, field] = [
      await aField('text'),
      await aField('option', { options: [{ name: 'Lo' }, { name: 'Hi' }] }),
    ];
    const [low, high] = field.options;
    const bug = await app.bug(ann, { custom: { [kept._id]: 'same', [field._id]: low?._id ?? '' } });
    await edit(bug, { [field._id]: high?._id ?? '' });
    await edit(bug, { [field._id]: null });
    await change(field, { options: [{ _id: low?._id, name: 'Niedrig' }] });
    expect((await historyOf(bug)).map(({ changes }) => changes)).toEqual([
      [],
      [
        {
          field: 'custom',
          from: { [field._id]: { _id: low?._id, name: 'Niedrig' } },
          to: { [field._id]: { _id: high?._id, name: 'Hi' } },
        },
      ],
      [{ field: 'custom', from: { [field._id]: { _id: high?._id, name: 'Hi' } }, to: {} }],
    ]);
  });
});

describe('new bugs', () => {
  test('must have values for required fields, from any client', async () => {
    const component = (await admin.call(createComponent, { body: { name: 'Engine' } })).body;
    const field = await aField('number', {
      name: 'Cylinders',
      isRequired: true,
      components: [component._id],
    });
    const missing = [400, { [`custom.${field._id}`]: 'Cylinders is required' }];
    // A bug as clients of the specification file it: outside the component, no value is required.
    expect((await ann.call(createBug, { body: aBug })).status).toBe(201);
    const body = { ...aBug, component: component._id };
    for (const custom of [undefined, {}, { [field._id]: null }, { [field._id]: '' }])
      expect(refused(await ann.call(createBug, { body: { ...body, ...(custom && { custom }) } }))).toEqual(
        missing,
      );
    const filed = await ann.call(createBug, { body: { ...body, custom: { [field._id]: 0 } } });
    expect(filed.status).toBe(201);
    // Only new bugs are asked.
    expect((await edit(filed.body, { [field._id]: null })).status).toBe(200);
    await archive(field);
    expect((await ann.call(createBug, { body })).status).toBe(201);
  });

  test('have defaults if no value is given, even if one is required', async () => {
    const options = [{ name: 'Usual' }, { name: 'Rare' }];
    const field = await aField('option', { isRequired: true, options, initial: 'usual' });
    const people = await aField('person', { initial: bob._id });
    const plain = await ann.call(createBug, { body: aBug });
    expect(plain.body.custom).toEqual({
      [field._id]: ref(field.options[0] ?? bob),
      [people._id]: ref(bob),
    });
    expect((await read(plain.body)).custom).toEqual(plain.body.custom);
    const given = { [field._id]: field.options[1]?._id ?? '', [people._id]: null };
    const chosen = await ann.call(createBug, { body: { ...aBug, custom: given } });
    expect(chosen.body.custom).toEqual({ [field._id]: ref(field.options[1] ?? bob) });
    await archive(field, people);
    expect((await ann.call(createBug, { body: aBug })).body.custom).toEqual({});
  });
});

test('a page of more than 50 bugs is streamed if its texts are long', async () => {
  const field = await aField('text');
  const text = '🦗'.repeat(maxCustom.text);
  for (let i = 0; i < 51; i += 1)
    await app.bug(ann, { title: `Streamed ${i}`, custom: { [field._id]: text } });
  const page = async (limit: number) => {
    const query = { q: 'Streamed', limit: String(limit) };
    const { headers, body } = await ann.call(listBugs, { query });
    // Only an answer that is not streamed has a length.
    return [headers.has('content-length'), body.length, body.at(-1)?.custom[field._id]];
  };
  expect([await page(50), await page(51)]).toEqual([
    [true, 50, text],
    [false, 51, text],
  ]);
});
