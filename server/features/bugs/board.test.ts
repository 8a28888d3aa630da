import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeBug, rankOf, rankStep } from '#contract/bugs/board.ts';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { type Bug, deleteBug, listBugs } from '#contract/bugs/bugs.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp();
const [admin, ann, bob] = await Promise.all([
  app.user({ role: 'admin' }),
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
]);
const unknown = '00000000-0000-7000-8000-000000000000';

const put = (bug: Pick<Bug, '_id'>, body: { before?: string; after?: string }, by = admin) =>
  by.call(placeBug, { params: { id: bug._id }, body });
const nextCursor = (link: string | null) =>
  new URLSearchParams(/\?(.*)>/.exec(link ?? '')?.[1]).get('cursor') ?? undefined;
const idsOf = (bugs: readonly Bug[]) => bugs.map(({ _id }) => _id);

/** The ids of all bugs in the order of boards, from pages of this length. */
async function order(limit: number, filter: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { ...filter, sort: '-rank', limit: String(limit), ...(cursor && { cursor }) } as const;
    const { body, headers } = await ann.call(listBugs, { query });
    ids.push(...idsOf(body));
    cursor = nextCursor(headers.get('link'));
    if (cursor === undefined) return ids;
  }
}

test('after moves, filings and deletions, cards are in the right order', { timeout: 120_000 }, async () => {
  const command = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(fc.constantFrom('before', 'after'), fc.nat(), fc.nat()) },
    { weight: 2, arbitrary: fc.constant(['file', 0, 0] as const) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('delete'), fc.nat(), fc.constant(0)) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      async (commands, limit) => {
        const expected = await order(500);
        while (expected.length < 4) expected.unshift((await app.bug(ann))._id);
        for (const [name, one, other] of commands) {
          if (name === 'file') {
            expected.unshift((await app.bug(ann))._id);
            continue;
          }
          const id = expected[one % expected.length] ?? '';
          if (name === 'delete') {
            if (expected.length < 4) continue;
            await admin.call(deleteBug, { params: { id } });
            expected.splice(expected.indexOf(id), 1);
            continue;
          }
          const anchor = expected[other % expected.length] ?? '';
          if (anchor === id) continue;
          await put({ _id: id }, { [name]: anchor });
          expected.splice(expected.indexOf(id), 1);
          expected.splice(expected.indexOf(anchor) + (name === 'before' ? 0 : 1), 0, id);
        }
        expect(await order(limit)).toEqual(expected);
        const { body } = await ann.call(listBugs, { query: { sort: 'rank' } });
        expect(idsOf(body)).toEqual(expected.toReversed());
      },
    ),
    { numRuns: 12 },
  );
});

test('repeated moves into the same gap keep the order and give each card its own rank', async () => {
  const [low, first, second] = [await app.bug(ann), await app.bug(ann), await app.bug(ann)];
  const before = await order(500);
  // Each halves the gap above the lowest.
  for (let count = 0; count < 30; count += 1) await put(count % 2 ? first : second, { before: low._id });
  const after = await order(500);
  expect(after.filter((id) => id !== first._id && id !== second._id)).toEqual(
    before.filter((id) => id !== first._id && id !== second._id),
  );
  expect(after.slice(0, 3)).toEqual([second._id, first._id, low._id]);
  const { body } = await ann.call(listBugs, { query: { sort: '-rank' } });
  const ranks = body.map(rankOf);
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  expect(new Set(ranks).size).toBe(ranks.length);
});

test('filtered lists and searches have the same order, and the number of matches', async () => {
  const bugs: Bug[] = [];
  for (let count = 0; count < 6; count += 1)
    bugs.push(await app.bug(ann, { title: `Ranked ${count}`, priority: count % 2 ? 'high' : 'low' }));
  const [b0, b1, b2, b3, b4, b5] = idsOf(bugs);
  await put(bugs[1] as Bug, { before: b5 as string });
  await put(bugs[4] as Bug, { after: b0 as string });
  for (const limit of [1, 2, 50]) {
    expect(await order(limit, { q: 'ranked' })).toEqual([b1, b5, b3, b2, b0, b4]);
    expect(await order(limit, { q: 'ranked', priority: 'high' })).toEqual([b1, b5, b3]);
    expect(await order(limit, { query: 'ranked priority:low' })).toEqual([b2, b0, b4]);
    expect(await order(limit, { createdBy: ann._id, priority: 'high', status: 'open,resolved' })).toContain(
      b5,
    );
  }
  const { headers } = await ann.call(listBugs, { query: { q: 'ranked', sort: '-rank', limit: '2' } });
  expect(headers.get('x-total-count')).toBe('6');
});

test('concurrent moves lose no bug, and all lists show one order', async () => {
  const bugs = await Promise.all(Array.from({ length: 12 }, () => app.bug(ann)));
  const anchor = bugs[0] as Bug;
  const before = new Set(await order(500));
  await Promise.all(
    bugs.slice(1).map((bug, at) => put(bug, at % 2 ? { before: anchor._id } : { after: anchor._id })),
  );
  const [one, other] = [await order(500), await order(3)];
  expect(one).toEqual(other);
  expect(new Set(one)).toEqual(before);
  const at = (bug: Bug) => one.indexOf(bug._id) - one.indexOf(anchor._id);
  for (const [index, bug] of bugs.slice(1).entries()) expect(at(bug) < 0).toBe(index % 2 === 1);
});

test('placing a bug needs the right to work on it and a valid neighbour, and keeps its version', async () => {
  const [bug, other] = [await app.bug(ann), await app.bug(ann)];
  const placed = (await put(bug, { before: other._id }, ann)).body;
  expect(placed).toEqual({ ...bug, rank: other.number * rankStep + rankStep / 2 });
  expect(await put(bug, { before: other._id }, bob)).toMatchObject({ status: 403 });
  await ann.call(setBugField.assignedTo, { params: { id: bug._id }, body: { assignedTo: bob._id } });
  expect((await put(bug, { after: other._id }, bob)).body.rank).toBeLessThan(other.number * rankStep);
  for (const body of [{}, { before: other._id, after: other._id }, { before: bug._id }, { after: unknown }])
    expect(await put(bug, body, ann)).toMatchObject({ status: 400 });
  expect(await put({ _id: unknown }, { before: bug._id }, ann)).toMatchObject({ status: 404 });
});

test('a cursor of another sort order is refused', async () => {
  const { headers } = await ann.call(listBugs, { query: { limit: '1' } });
  const cursor = nextCursor(headers.get('link'));
  const query = { sort: '-rank', limit: '1', ...(cursor && { cursor }) } as const;
  expect(await ann.call(listBugs, { query })).toMatchObject({ status: 400 });
});
