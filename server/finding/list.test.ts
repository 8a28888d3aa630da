import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { type Bug, type Sort, deleteBug, listBugs, sortFields, updateBug } from '#contract/bugs/bugs.ts';
import { rankOf } from '#contract/bugs/board.ts';
import { fold, matchesSearch } from '#contract/bugs/search.ts';
import { nextBug } from '#server/engine/bugs/bugs.ts';
import { newId } from '#server/engine/id.ts';
import { type Client, aBug, testApp } from '#server/test/harness.ts';
import { insertBug } from '#server/features/bugs/queries.ts';

const app = await testApp();
const [ann, ben] = [await app.user(), await app.user()];

/** Titles that sort and search in ways that go wrong easily. */
const titles = [
  'Zebra',
  'apple',
  'Apple',
  'Éclair',
  'e\u0301clair',
  '100% done',
  '50_50',
  `"quoted" it's`,
  '🦗 jumps',
  'İstanbul',
  'ΟΔΟΣ',
  'a\\b',
  '-- drop',
  'NEAR(x)',
  'bb*',
];
for (let i = 0; i < 60; i += 1) {
  await app.bug(i % 3 ? ann : ben, {
    title: titles[i % titles.length] ?? '',
    description: `Line one\nüber ${titles[(i * 7) % titles.length]} ${i}`,
    status: statuses[i % 3] ?? 'open',
    priority: priorities[(i >> 2) % 3] ?? 'low',
    assignedTo: [null, ann._id, ben._id][i % 5] ?? null,
  });
}

type Query = NonNullable<Parameters<typeof ann.call<typeof listBugs>>[1]['query']>;

async function all(query: Query = {}, by: Client = ann): Promise<Bug[]> {
  return (await by.call(listBugs, { query })).body;
}

/** Every page of a list, following the links. */
async function pages(query: Query, between: () => Promise<unknown> = async () => {}): Promise<Bug[][]> {
  const found: Bug[][] = [];
  let next: string | undefined =
    `/api/bugs?${new URLSearchParams(query as Record<string, string>).toString()}`;
  while (next !== undefined) {
    const { status, body, headers } = await ann.send('GET', next);
    expect(status).toBe(200);
    found.push(body as Bug[]);
    next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    await between();
  }
  return found;
}

const ids = (bugs: Bug[]) => bugs.map(({ _id }) => _id);
const everything = await all();

describe('GET /api/bugs', () => {
  test('200 with every bug, newest first', () => {
    expect(everything.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, i) => 60 - i));
  });

  test('an empty tracker returns an empty array, with and without a limit', async () => {
    const empty = await testApp();
    const user = await empty.user();
    expect(await all({}, user)).toEqual([]);
    const page = await user.call(listBugs, { query: { limit: '5' } });
    expect([page.body, page.headers.get('x-total-count'), page.headers.get('link')]).toEqual([[], '0', null]);
  });

  describe('Prefer: maxpagesize', () => {
    const headersOf = ({ headers }: { headers: Headers }) =>
      ['preference-applied', 'x-total-count', 'link', 'vary'].map((name) => headers.get(name));

    test('asks for a page as limit does, without a parameter in the address', async () => {
      const page = await ann.call(listBugs, {}, { prefer: 'maxpagesize=25' });
      expect(ids(page.body)).toEqual(ids(everything.slice(0, 25)));
      const [applied, total, link, vary] = headersOf(page);
      expect([applied, total, vary]).toEqual(['maxpagesize=25', '60', 'Prefer']);
      expect(link).toBe((await ann.call(listBugs, { query: { limit: '25' } })).headers.get('link'));
      const next = await ann.send('GET', /<(.*)>/.exec(link ?? '')?.[1] ?? '');
      expect(ids(next.body as Bug[])).toEqual(ids(everything.slice(25, 50)));
      const filtered = await ann.call(listBugs, { query: { status: 'open' } }, { prefer: 'maxpagesize=1' });
      expect(filtered.body).toHaveLength(1);
      expect(headersOf(filtered)[2]).toContain('?status=open&limit=1&cursor=');
    });

    test('does not affect other requests', async () => {
      const sizes = async (prefer: Record<string, string>) =>
        (await ann.call(listBugs, {}, prefer)).body.length;
      for (let i = 0; i < 2; i += 1) {
        expect(await sizes({ prefer: 'maxpagesize=3' })).toBe(3);
        expect(await sizes({ prefer: 'maxpagesize=4' })).toBe(4);
        expect(await sizes({})).toBe(60);
      }
    });

    test.each(['maxpagesize=0', 'maxpagesize=501', 'maxpagesize=x', 'respond-async', '='])(
      '%s is ignored, and the whole list is streamed',
      async (prefer) => {
        const { body, headers } = await ann.call(listBugs, {}, { prefer });
        expect(ids(body)).toEqual(ids(everything));
        expect(headersOf({ headers })).toEqual([null, null, null, 'Prefer']);
      },
    );

    test('limit takes precedence over it', async () => {
      const page = await ann.call(listBugs, { query: { limit: '2' } }, { prefer: 'maxpagesize=5' });
      expect([page.body.length, headersOf(page)[0]]).toEqual([2, null]);
    });

    test('applies only to the list', async () => {
      const { headers } = await ann.send('GET', '/api/bugs/stats', { headers: { prefer: 'maxpagesize=5' } });
      expect(headersOf({ headers })).toEqual([null, null, null, null]);
    });
  });

  test('401 without a session', async () => {
    expect((await app.anonymous.call(listBugs, {})).status).toBe(401);
  });

  const peopleIn = (wanted: string) => wanted.split(',').map((one) => (one === 'me' ? ann._id : one));

  const meets = (query: Query, bug: Bug) =>
    (query.status === undefined || query.status.split(',').includes(bug.status)) &&
    (query.priority === undefined || query.priority.split(',').includes(bug.priority)) &&
    (query.createdBy === undefined || peopleIn(query.createdBy).includes(bug.createdBy._id)) &&
    (query.number === undefined || bug.number === Number(query.number)) &&
    (query.assignedTo === undefined || peopleIn(query.assignedTo).includes(bug.assignedTo?._id ?? 'none')) &&
    matchesSearch(bug, query.q ?? '');

  const rank: Record<string, (bug: Bug) => string | number> = {
    createdAt: (bug) => bug.number,
    updatedAt: (bug) => bug.updatedAt,
    title: (bug) => fold(bug.title),
    status: (bug) => statuses.indexOf(bug.status),
    priority: (bug) => priorities.indexOf(bug.priority),
    rank: rankOf,
  };

  function sorted(bugs: Bug[], sort: string = '-createdAt'): Bug[] {
    const direction = sort.startsWith('-') ? -1 : 1;
    const by = rank[sort.replace('-', '')] as (bug: Bug) => string | number;
    const compare = (a: Bug, b: Bug) => {
      const [x, y] = [by(a), by(b)];
      return Buffer.compare(
        Buffer.from(String(x).padStart(typeof x === 'number' ? 16 : 0, '0')),
        Buffer.from(String(y).padStart(typeof y === 'number' ? 16 : 0, '0')),
      );
    };
    return bugs.toSorted((a, b) => direction * compare(a, b) || b.number - a.number);
  }

  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const someText = fc
    .oneof(
      fc.constantFrom(
        ...titles,
        'éclair',
        'ÉCLAIR',
        'a',
        '%',
        '_',
        '"',
        "'",
        '🦗',
        'ΟΔΟΣ',
        'one\nüber',
        'ÜBER',
        ' 1',
        'nothing has this',
      ),
      fc.constantFrom(...everything).chain(({ title, description }) => {
        const text = [...`${title}${description}`];
        return fc
          .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 8 }))
          .map(([from, length]) => text.slice(from, from + length).join(''));
      }),
    )
    .filter((text) => text.isWellFormed());
  const someQuery = fc
    .record({
      status: optional(fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 4 }).map(String)),
      priority: optional(
        fc.array(fc.constantFrom(...priorities), { minLength: 1, maxLength: 4 }).map(String),
      ),
      assignedTo: optional(fc.constantFrom('me', 'none', ben._id, `${ben._id},me`)),
      createdBy: optional(fc.constantFrom('me', ben._id, `me,${ann._id},${ben._id}`)),
      number: fc.oneof(
        { weight: 5, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 61 }).map(String) },
      ),
      q: optional(someText),
      sort: optional(
        fc.constantFrom<Sort>(...sortFields, ...sortFields.map((field) => `-${field}` as const)),
      ),
    })
    .map((query) => JSON.parse(JSON.stringify(query)) as Query);

  /** How many queries are compared, from a random seed that a failure shows; LIST_QUERIES=1000 is the long form. */
  const runs = Number(process.env['LIST_QUERIES'] ?? 40);

  test('any filter, search and sort matches a full scan, whole and in pages', async () => {
    await fc.assert(
      fc.asyncProperty(someQuery, fc.integer({ min: 3, max: 70 }), async (query, limit) => {
        const expected = ids(
          sorted(
            everything.filter((bug) => meets(query, bug)),
            query.sort,
          ),
        );
        expect(ids(await all(query))).toEqual(expected);
        const paged = await pages({ ...query, limit: String(limit) });
        expect(ids(paged.flat())).toEqual(expected);
        expect(paged.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        const first = await ann.call(listBugs, { query: { ...query, limit: '1' } });
        expect(first.headers.get('x-total-count')).toBe(String(expected.length));
      }),
      { numRuns: runs },
    );
  });

  test.each([
    '',
    '%',
    '_',
    '%%',
    '100%',
    '50_50',
    '"',
    '""',
    `it's`,
    '\\',
    '*',
    'NEAR',
    'bb*',
    '--',
    '(',
    '🦗',
    '🦗 j',
    'éclair',
    'ÉCLAIR',
    'e\u0301clair',
    'e',
    'APPLE',
    'i\u0307stanbul',
    'ne\nü',
    'salad apple',
    'apple "e',
    '"pie apple"',
    'apple "pie',
    '""',
    '"',
    'a '.repeat(40),
  ])('q = %j means the same on the server as on the client', async (q) => {
    expect(ids(await all({ q }))).toEqual(ids(everything.filter((bug) => matchesSearch(bug, q))));
  });

  test('status and priority without a value filter nothing', async () => {
    const { status, body } = await ann.send('GET', '/api/bugs?status=&priority=&q=');
    expect(status).toBe(200);
    expect(ids(body as Bug[])).toEqual(ids(everything));
    const some = await ann.send('GET', '/api/bugs?status=open&priority=&limit=500');
    expect(ids(some.body as Bug[])).toEqual(ids(await all({ status: 'open' })));
  });

  test.each([
    'status=closed',
    'status=%20',
    'status=open&status=open',
    'priority=urgent',
    'assignedTo=x',
    'assignedTo=',
    'assignedTo=none,me',
    'createdBy=none',
    'sort=number',
    'sort=',
    'sort=--title',
    'sort=title%20desc',
    'limit=0',
    'limit=501',
    'limit=-1',
    'limit=1.5',
    'limit=1e2',
    'limit=',
    'limit=0x10',
    'limit=99999999999',
    'number=0',
    'number=',
    'number=-1',
    'number=1.5',
    'number=%2312',
    'number=2147483648',
    'number=99999999999',
    'number=1&number=2',
    'cursor=x',
    'cursor=WzEsMiwzXQ',
    // The year 0, which PostgreSQL does not support.
    'sort=updatedAt&cursor=WyJ1cGRhdGVkQXQiLCIwMDAwLTAxLTAxVDAwOjAwOjAwLjAwMFoiLDFd',
    'cursor=',
    'q=%00',
    'q=a&q=b',
    `q=${'x'.repeat(1001)}`,
    'page=1',
    '__proto__=1',
    'constructor=1',
    'q[]=a',
    `ids=${newId()}`,
  ])('400 for %s, which is not ignored', async (search) => {
    const { status, error } = await ann.send('GET', `/api/bugs?${search}`);
    expect([status, error.code]).toEqual([400, 'invalid_input']);
    expect(Object.keys(error.fields ?? {})).toHaveLength(1);
  });

  test('a number finds the bug that has it, or nothing', async () => {
    const one = await ann.call(listBugs, { query: { number: '12', limit: '1' } });
    expect(one.body).toEqual(everything.filter(({ number }) => number === 12));
    expect([one.headers.get('x-total-count'), one.headers.get('link')]).toEqual(['1', null]);
    expect(await all({ number: '12' })).toEqual(one.body);
    expect(await all({ number: '12', q: one.body[0]?.title.toUpperCase() })).toEqual(one.body);
    expect(await all({ number: '12', q: 'nothing has this' })).toEqual([]);
    const none = await ann.call(listBugs, { query: { number: '2147483647', limit: '1' } });
    expect([none.body, none.headers.get('x-total-count')]).toEqual([[], '0']);
  });

  test('400 for a cursor of another sort', async () => {
    const { headers } = await ann.call(listBugs, { query: { limit: '1', sort: 'title' } });
    const cursor = new URLSearchParams(/\?(.*)>/.exec(headers.get('link') ?? '')?.[1]).get('cursor') ?? '';
    expect((await ann.call(listBugs, { query: { limit: '1', sort: '-title', cursor } })).status).toBe(400);
  });
});

describe('pages under writes', () => {
  test('bugs that stay are listed once and in order while others come and go', async () => {
    const stays = (await all()).map(({ _id }) => _id);
    const passing: Bug[] = [];
    const between = async () => {
      passing.push(await app.bug(ann, { title: 'passing by' }));
      const gone = passing.length % 2 ? undefined : passing.shift();
      if (gone) await ann.call(deleteBug, { params: { id: gone._id } });
    };
    const listed = ids((await pages({ limit: '7' }, between)).flat());
    expect(listed.filter((id) => stays.includes(id))).toEqual(stays);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('an edited bug moves to the front of the list by last change', async () => {
    const oldest = (await all()).at(-1) as Bug;
    await app.as(ben.token).call(updateBug, {
      params: { id: oldest._id },
      body: { priority: oldest.priority === 'low' ? 'high' : 'low' },
    });
    expect((await all({ sort: '-updatedAt', limit: '1' }))[0]?._id).toBe(oldest._id);
  });
});

test('a search counts matches exactly up to 200 and then says 200+', async () => {
  const own = await testApp();
  const user = await own.user();
  await own.store.write(async (tx) => {
    for (let i = 0; i < 200; i += 1) {
      const taken = await nextBug(tx, new Date());
      insertBug(tx, { ...taken, creatorId: user._id }, { ...aBug, title: 'Many of them' });
    }
  });
  const count = async (query: { q?: string; assignedTo?: string; createdBy?: string }) =>
    (await user.call(listBugs, { query: { ...query, limit: '1' } })).headers.get('x-total-count');
  const total = (q: string) => count({ q });
  expect([await total('many'), await total('ma')]).toEqual(['200', '200']);
  await own.bug(user, { ...aBug, title: 'Too many' });
  expect([await total('many'), await total('ma')]).toEqual(['200+', '200+']);
  // Without a search text, all matches are counted.
  expect([await count({}), await count({ assignedTo: 'none', createdBy: 'me' })]).toEqual(['201', '201']);
  expect((await user.call(listBugs, {})).body).toHaveLength(201);
});

test('a search counts its few matches exactly, however many bugs were filed since', async () => {
  const own = await testApp();
  const user = await own.user();
  await own.bug(user, { title: 'A needle' });
  const at = new Date().toISOString();
  const texts = { title: 'Hay', title_fold: 'hay', description: 'Hay', description_fold: 'hay' };
  const rest = { status: 0, priority: 0, assigned_to: null, created_by: user._id, version: 1 };
  await own.store.write(async (tx) => {
    for (let number = 2; number < 20_500; number += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => ({
        ...texts,
        ...rest,
        id: newId(),
        number: number + i,
        created_at: at,
        updated_at: at,
      }));
      await tx.insertInto('bugs').values(rows).execute();
    }
  });
  const { headers, body } = await user.call(listBugs, { query: { q: 'needle', limit: '10' } });
  expect([headers.get('x-total-count'), body.length]).toEqual(['1', 1]);
});

test('a page of long texts is streamed with the same headers and bugs', async () => {
  const own = await testApp();
  const user = await own.user();
  for (let i = 0; i < 5; i += 1)
    await own.bug(user, { title: `Long ${i}`, description: '🦗'.repeat(20_000) });
  const page = (limit: number) =>
    user.call(listBugs, { query: { limit: String(limit), sort: 'title', q: '🦗🦗🦗' } });
  const [short, long] = [await page(1), await page(4)];
  // A complete answer states its length.
  expect([short, long].map(({ headers }) => headers.has('content-length'))).toEqual([true, false]);
  expect(long.body.map(({ title }) => title)).toEqual(['Long 0', 'Long 1', 'Long 2', 'Long 3']);
  expect(long.headers.get('x-total-count')).toBe('5');
  const next = /^<(.+)>; rel="next"$/.exec(long.headers.get('link') ?? '')?.[1] ?? '';
  expect(((await user.send('GET', next)).body as Bug[]).map(({ title }) => title)).toEqual(['Long 4']);
});
