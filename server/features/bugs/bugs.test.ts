import { describe, expect, test } from 'vitest';
import { bugFields, noCounts } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/bugs.ts';
import { additions, type BugField } from '#contract/bugs/field.ts';
import { marks } from '#server/test/worst-texts.ts';
import { aBug, retryOn503, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [creator, other, admin] = [await app.user(), await app.user(), await app.user({ role: 'admin' })];
const missing = '01900000-0000-7000-8000-000000000000';

/** Ids that name nothing, however they are written. */
const badIds = [
  missing,
  '1',
  '2147483648',
  '9223372036854775808',
  '1e30',
  '-1',
  '1.5',
  'x',
  missing.toUpperCase(),
  '%00',
  "' or 1=1 --",
  '__proto__',
];

/** The fields that features add, with their defaults. */
const ofFeatures = Object.fromEntries(
  Object.entries<BugField>(additions(bugFields)).map(([name, { empty }]) => [name, empty]),
);

describe('POST /api/bugs', () => {
  test('201 with the bug, its address and its version', async () => {
    const { status, body, headers } = await creator.call(contract.createBug, {
      body: { ...aBug, title: '  Trimmed  ', description: '  as typed\n', assignedTo: other._id },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/bugs/${body._id}`);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toEqual({
      _id: body._id,
      number: body.number,
      title: 'Trimmed',
      description: '  as typed\n',
      status: 'open',
      priority: 'medium',
      assignedTo: { _id: other._id, name: other.name },
      ...ofFeatures,
      triaged: true,
      ...noCounts,
      createdBy: { _id: creator._id, name: creator.name },
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
      version: 1,
    });
    expect((await other.call(contract.getBug, { params: { id: body._id } })).body).toEqual(body);
  });

  test('numbers count up and are never reused', async () => {
    const first = await app.bug(creator);
    await creator.call(contract.deleteBug, { params: { id: first._id } });
    expect((await app.bug(creator)).number).toBe(first.number + 1);
  });

  test('a bug is never older than the one before it, even when the clock is set back', async () => {
    const before = await app.bug(creator);
    try {
      app.clock.offset = -3_600_000;
      expect((await app.bug(creator)).createdAt).toBe(before.createdAt);
    } finally {
      app.clock.offset = 0;
    }
  });

  test.each([null, '', undefined])('assignedTo %j assigns no one', async (assignedTo) => {
    expect((await app.bug(creator, { assignedTo })).assignedTo).toBeNull();
  });

  test('texts of the greatest length are taken, counted in code points after composing', async () => {
    const longest = { title: 'e\u0301'.repeat(200), description: '🦗'.repeat(100_000) };
    const bug = await app.bug(creator, longest);
    expect(bug).toMatchObject(longest);
    // The longest decomposed form of 100,000 characters, and a text of single-byte characters.
    for (const description of ['\u1f82'.normalize('NFD').repeat(100_000), 'ab'.repeat(50_000)]) {
      const edit = { params: { id: bug._id }, body: { description } };
      expect((await creator.call(contract.updateBug, edit)).body.description).toBe(description);
    }
  });

  test.each<readonly [field: string, value: unknown, message: string]>([
    ['title', '', 'Title is required'],
    ['title', ' \t ', 'Title is required'],
    ['title', undefined, 'Title is required'],
    ['title', null, 'Title is required'],
    ['title', 7, 'Title must be text'],
    ['title', ['a'], 'Title must be text'],
    ['title', 't'.repeat(201), 'Title must be at most 200 characters'],
    ['title', 't'.repeat(100_000), 'Title must be at most 200 characters'],
    ['title', 'half \ud83e', 'Title contains characters that cannot be stored'],
    ['title', marks(64_000), 'Title must be at most 200 characters'],
    ['title', marks(100), 'Title must not have more than 30 combining marks in a row'],
    ['title', '\u200b\u3164', 'Title is required'],
    ...[
      'two\nlines',
      'a\ttab',
      '\u001b]0;x\u0007',
      'two\u2028lines',
      '\u202eright to left',
      '\u2066isolated',
    ].map(
      (title) =>
        [
          'title',
          title,
          'Title must not contain line breaks, control characters or direction overrides',
        ] as const,
    ),
    ['description', '', 'Description is required'],
    ['description', undefined, 'Description is required'],
    ['description', 'd'.repeat(100_001), 'Description is 1 character too long'],
    ['description', '🦗'.repeat(101_312), 'Description is 1,312 characters too long'],
    ['description', marks(19_998), 'Description must not have more than 30 combining marks in a row'],
    ['description', marks(640_000), 'Description must be at most 100,000 characters'],
    ['description', 'nul \0', 'Description contains characters that cannot be stored'],
    ['status', undefined, 'Status is required'],
    ['status', '', 'Status is required'],
    ['status', 'closed', 'Status must be one of open, in-progress, resolved'],
    ['status', 'Open', 'Status must be one of open, in-progress, resolved'],
    ['priority', undefined, 'Priority is required'],
    ['priority', 1, 'Priority must be one of low, medium, high'],
    ['assignedTo', 'someone', 'Assigned To must be the id of a user, or empty'],
    ['assignedTo', missing, 'Assigned To must be one of the users'],
    ['assignedTo', [], 'Assigned To must be the id of a user, or empty'],
    ['createdBy', missing, 'Unknown field: createdBy'],
    ['number', 1, 'Unknown field: number'],
    ['version', 9, 'Unknown field: version'],
    ['constructor', {}, 'Unknown field: constructor'],
  ])('400 for %s = %j', async (field, value, message) => {
    const count = async () =>
      Number((await creator.call(contract.listBugs, { query: { limit: '1' } })).headers.get('x-total-count'));
    const before = await count();
    const { status, error } = await creator.send('POST', '/api/bugs', {
      body: JSON.stringify({ ...aBug, [field]: value }),
      headers: { 'content-type': 'application/json' },
    });
    expect([status, error.code, error.message]).toEqual([400, 'invalid_input', message]);
    expect(error.fields).toEqual({ [field]: message });
    expect(await count()).toBe(before);
  });

  test('401 without a session', async () => {
    expect((await app.anonymous.call(contract.createBug, { body: aBug })).status).toBe(401);
  });
});

describe('GET /api/bugs/:id', () => {
  test('200 with its version as ETag', async () => {
    const bug = await app.bug(creator);
    const { status, headers, body } = await other.call(contract.getBug, { params: { id: bug._id } });
    expect([status, headers.get('etag'), body]).toEqual([200, '"1"', bug]);
  });

  test.each(badIds)('404 for %j with every method', async (id) => {
    const calls = [
      creator.send('GET', `/api/bugs/${encodeURI(id)}`),
      creator.send('PUT', `/api/bugs/${encodeURI(id)}`, {
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
      creator.send('DELETE', `/api/bugs/${encodeURI(id)}`),
    ];
    for (const { status, error } of await Promise.all(calls)) {
      expect([status, error.code, error.message]).toEqual([404, 'not_found', 'Bug not found']);
    }
  });

  test('401 without a session', async () => {
    const { _id: id } = await app.bug(creator);
    expect((await app.anonymous.call(contract.getBug, { params: { id } })).status).toBe(401);
  });
});

describe('PUT /api/bugs/:id', () => {
  test('200 for the creator and for an admin, with the bug as it now is', async () => {
    const bug = await app.bug(creator);
    const params = { id: bug._id };
    const first = await creator.call(contract.updateBug, {
      params,
      body: { ...aBug, title: 'Changed', status: 'resolved', assignedTo: other._id },
    });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe('"2"');
    expect(first.body).toMatchObject({
      title: 'Changed',
      status: 'resolved',
      assignedTo: { _id: other._id },
      version: 2,
      createdAt: bug.createdAt,
      number: bug.number,
    });
    const second = await admin.call(contract.updateBug, { params, body: { priority: 'low' } });
    expect(second.body).toEqual({
      ...first.body,
      priority: 'low',
      version: 3,
      updatedAt: second.body.updatedAt,
    });
    expect((await other.call(contract.getBug, { params })).body).toEqual(second.body);
  });

  test('a field that is left out stays as it is, and an edit without changes makes no version', async () => {
    const bug = await app.bug(creator, { assignedTo: other._id });
    const params = { id: bug._id };
    expect((await creator.call(contract.updateBug, { params, body: {} })).body).toEqual(bug);
    const same = await creator.call(contract.updateBug, { params, body: { ...aBug, assignedTo: other._id } });
    expect(same.body).toEqual(bug);
  });

  test.each(['', null])('assignedTo %j unassigns', async (assignedTo) => {
    const bug = await app.bug(creator, { assignedTo: other._id });
    const { body } = await creator.call(contract.updateBug, {
      params: { id: bug._id },
      body: { assignedTo },
    });
    expect(body.assignedTo).toBeNull();
  });

  test('412 with the stored bug when If-Match names another version', async () => {
    const bug = await app.bug(creator);
    const params = { id: bug._id };
    const edit = (title: string, ifMatch: string) =>
      creator.call(contract.updateBug, { params, body: { title } }, { 'if-match': ifMatch });
    expect((await edit('First', '"1"')).status).toBe(200);
    for (const tag of ['"1"', 'W/"2"', '"x"', '2', '']) {
      const { status, error, headers } = await edit('Second', tag);
      expect([tag, status, error.code, headers.get('etag')]).toEqual([tag, 412, 'version_mismatch', '"2"']);
      expect(error['bug']).toMatchObject({ title: 'First', version: 2 });
    }
    expect((await edit('Second', '"1", "2"')).body).toMatchObject({ title: 'Second', version: 3 });
    expect((await edit('Third', '*')).body).toMatchObject({ title: 'Third', version: 4 });
  });

  test('one of two hundred edits of the same version wins', async () => {
    const bug = await app.bug(creator);
    const edits = Array.from({ length: 200 }, (_, i) =>
      retryOn503((headers) =>
        creator.call(
          contract.updateBug,
          { params: { id: bug._id }, body: { title: `Edit ${i}` } },
          { 'if-match': '"1"', ...headers },
        ),
      ),
    );
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(199);
  });

  /** Pairs of edits of each of ten bugs; EDIT_PAIRS=100 is the long form. */
  const editPairs = Number(process.env['EDIT_PAIRS'] ?? 20);

  test('of each pair of concurrent edits of one version, exactly one is stored', async () => {
    const [lanes, rounds] = [10, editPairs];
    const bugs = await Promise.all(Array.from({ length: lanes }, () => app.bug(creator)));
    async function race(start: Bug): Promise<void> {
      let stored = start;
      for (let round = 0; round < rounds; round += 1) {
        const { _id: id, version } = stored;
        const edit = (title: string) =>
          creator.call(
            contract.updateBug,
            { params: { id }, body: { title } },
            { 'if-match': `"${version}"` },
          );
        const answers = await Promise.all([edit(`Mine ${round}`), edit(`Theirs ${round}`)]);
        const won = answers.find(({ status }) => status === 200);
        const lost = answers.find(({ status }) => status === 412);
        expect(won?.body.version).toBe(version + 1);
        expect(lost?.error['bug']).toEqual(won?.body);
        if (won) stored = won.body;
      }
      const { body } = await creator.call(contract.getBug, { params: { id: stored._id } });
      expect(body).toEqual(stored);
      expect(body.version).toBe(1 + rounds);
    }
    await Promise.all(bugs.map(race));
  });

  test('concurrent edits without If-Match are all made, one after another', async () => {
    const bug = await app.bug(creator);
    // Few enough that on a busy machine the last does not wait longer than PostgreSQL's timeout allows.
    const edits = Array.from({ length: 8 }, (_, i) =>
      creator.call(contract.updateBug, { params: { id: bug._id }, body: { title: `Edit ${i}` } }),
    );
    const answers = await Promise.all(edits);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 8 }, (_, i) => i + 2),
    );
  });

  test('403 for other users, and the bug is unchanged', async () => {
    const bug = await app.bug(creator);
    const { status, error } = await other.call(contract.updateBug, {
      params: { id: bug._id },
      body: { title: 'Mine now' },
    });
    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect((await other.call(contract.getBug, { params: { id: bug._id } })).body).toEqual(bug);
  });

  test('403 for the assignee: only the creator and admins may edit', async () => {
    const bug = await app.bug(creator, { assignedTo: other._id });
    expect(
      (await other.call(contract.updateBug, { params: { id: bug._id }, body: { status: 'resolved' } }))
        .status,
    ).toBe(403);
  });

  test.each([
    ['title', '', 'Title is required'],
    ['description', null, 'Description is required'],
    ['status', 'done', 'Status must be one of open, in-progress, resolved'],
    ['assignedTo', missing, 'Assigned To must be one of the users'],
    ['createdBy', missing, 'Unknown field: createdBy'],
    ['comments', [{ _id: missing, text: 'x' }], 'Unknown field: comments'],
  ])('400 for %s = %j', async (field, value, message) => {
    const bug = await app.bug(creator);
    const { status, error } = await creator.send('PUT', `/api/bugs/${bug._id}`, {
      body: JSON.stringify({ [field]: value }),
      headers: { 'content-type': 'application/json' },
    });
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
  });
});

describe('DELETE /api/bugs/:id', () => {
  test('204 for the creator and for an admin, 404 from then on', async () => {
    for (const by of [creator, admin]) {
      const params = { id: (await app.bug(creator))._id };
      const { status, body } = await by.call(contract.deleteBug, { params });
      expect([status, body]).toEqual([204, '']);
      expect((await creator.call(contract.getBug, { params })).status).toBe(404);
      expect((await by.call(contract.deleteBug, { params })).status).toBe(404);
    }
  });

  test('403 for others, and the bug stays', async () => {
    const bug = await app.bug(creator);
    const params = { id: bug._id };
    const { status, error } = await other.call(contract.deleteBug, { params });
    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect((await creator.call(contract.getBug, { params })).body).toEqual(bug);
  });

  test('one of a hundred deletions at once wins', async () => {
    const params = { id: (await app.bug(creator))._id };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => creator.call(contract.deleteBug, { params })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(99);
  });

  test('401 without a session', async () => {
    const { _id: id } = await app.bug(creator);
    expect((await app.anonymous.call(contract.deleteBug, { params: { id } })).status).toBe(401);
  });
});
