import { describe, expect, test } from 'vitest';
import { type ActivityEntry, getActivity } from '#contract/bugs/history.ts';
import { type Bug, deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { createComment, deleteComment, maxComment } from '#contract/conversation/comments.ts';
import { type Client, testApp } from '#server/test/harness.ts';

const app = await testApp();
const ann = await app.user({ name: 'Ann' });
const bob = await app.user({ name: 'Bob' });

async function comment(by: Client, { _id: id }: Bug, body: string): Promise<string> {
  return (await by.call(createComment, { params: { id }, body: { body } })).body._id;
}

type Query = NonNullable<Parameters<typeof pageOf>[1]>;

async function pageOf(
  { _id: id }: Bug,
  query: { from?: 'start' | 'end'; before?: string; after?: string; around?: string; limit?: string } = {},
) {
  const { status, body } = await bob.call(getActivity, { params: { id }, query });
  expect(status).toBe(200);
  return body;
}

const shown = (entries: readonly ActivityEntry[]) =>
  entries.map((entry) =>
    entry.kind === 'comment'
      ? entry.comment.body
      : entry.kind === 'change' && (entry.change.changes[0]?.to ?? 'created'),
  );
const ids = (entries: readonly ActivityEntry[]) => entries.map(({ _id }) => _id);

/** All entries, as pages in this direction give them. */
async function walk(bug: Bug, way: 'before' | 'after', limit: string): Promise<ActivityEntry[]> {
  const pages: ActivityEntry[][] = [];
  let query: Query | undefined = { from: way === 'before' ? 'end' : 'start', limit };
  while (query) {
    const page = await pageOf(bug, query);
    expect(page.entries.length).toBeGreaterThan(0);
    pages.push(page.entries);
    const next: string | null = page[way];
    query = next === null ? undefined : { [way]: next, limit };
  }
  return (way === 'before' ? pages.toReversed() : pages).flat();
}

/** A bug with `count` entries besides its creation, alternately comments and changes. */
async function busyBug(count: number): Promise<Bug> {
  const bug = await app.bug(ann);
  for (let i = 1; i <= count; i += 1)
    if (i % 3 === 0) await ann.call(updateBug, { params: { id: bug._id }, body: { title: `Title ${i}` } });
    else await comment(i % 2 ? ann : bob, bug, `Comment ${i}`);
  return bug;
}

const expected = (count: number) => [
  'created',
  ...Array.from({ length: count }, (_, i) => (i % 3 === 2 ? `Title ${i + 1}` : `Comment ${i + 1}`)),
];

describe('the timeline of a bug', () => {
  test('has comments, deleted ones included, and changes by time, from its creation on', async () => {
    const bug = await busyBug(4);
    const gone = await comment(bob, bug, 'Oops');
    await bob.call(deleteComment, { params: { id: gone } });
    const { entries, before, after } = await pageOf(bug);
    expect(shown(entries)).toEqual([...expected(4), '']);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'change',
      'comment',
      'comment',
      'change',
      'comment',
      'comment',
    ]);
    expect([before, after]).toEqual([null, null]);
    expect(entries[0]).toMatchObject({
      _id: bug._id,
      change: { version: 1, changes: [], at: bug.createdAt },
    });
    expect(entries[5]).toMatchObject({ comment: { _id: gone, deletedBy: { name: 'Bob' } } });
  });

  test('has pages from both ends, with each entry once', async () => {
    const bug = await busyBug(23);
    for (const limit of ['1', '5', '12', '24', '100'])
      for (const way of ['before', 'after'] as const)
        expect(shown(await walk(bug, way, limit))).toEqual(expected(23));
  });

  test('opens around an entry', async () => {
    const bug = await busyBug(23);
    const all = ids((await pageOf(bug)).entries);
    const { entries, before, after } = await pageOf(bug, { around: all[10] ?? '', limit: '6' });
    expect(ids(entries)).toEqual(all.slice(8, 14));
    expect([before, after]).toEqual([all[8], all[13]]);
    for (const around of [all[0], all[1], all[22], all[23]])
      expect(ids((await pageOf(bug, { around: around ?? '', limit: '6' })).entries)).toContain(around);
    expect(ids((await pageOf(bug, { around: bug._id, limit: '3' })).entries)).toEqual(all.slice(0, 3));
  });

  test('the next page begins after the last known entry', async () => {
    const bug = await busyBug(2);
    const last = (await pageOf(bug)).entries.at(-1)?._id ?? '';
    expect(await pageOf(bug, { after: last })).toEqual({ entries: [], before: last, after: null });
    const added = await comment(ann, bug, 'New');
    const page = await pageOf(bug, { after: last });
    expect([ids(page.entries), page.before, page.after]).toEqual([[added], added, null]);
    expect((await pageOf(bug, { before: bug._id })).entries).toEqual([]);
    expect(shown((await pageOf(bug, { after: bug._id, limit: '1' })).entries)).toEqual(['Comment 1']);
  });

  test('keeps its order when the clock is set back', async () => {
    const bug = await app.bug(ann);
    for (const text of ['One', 'Two', 'Three']) {
      app.clock.offset -= 3_600_000;
      await comment(ann, bug, text);
    }
    app.clock.offset = 0;
    expect(shown((await pageOf(bug)).entries)).toEqual(['created', 'One', 'Two', 'Three']);
  });

  test('has a comment before the change that came with it', async () => {
    const bug = await app.bug(ann);
    await ann.call(createComment, {
      params: { id: bug._id },
      body: { body: 'Fixed', status: 'resolved' },
    });
    expect(shown((await pageOf(bug)).entries)).toEqual(['created', 'Fixed', 'resolved']);
  });

  test('has pages of few entries if these are long', async () => {
    const bug = await app.bug(ann);
    const count = 8;
    for (let i = 0; i < count; i += 1) await comment(ann, bug, '🦗'.repeat(maxComment - 1) + i);
    const { entries } = await pageOf(bug);
    expect(entries).toHaveLength(3);
    expect(await walk(bug, 'before', '50')).toHaveLength(count + 1);
    expect(await walk(bug, 'after', '50')).toHaveLength(count + 1);
  });

  test('404 if the bug does not exist, and 400 for an entry of another bug', async () => {
    const [bug, other] = [await busyBug(1), await busyBug(1)];
    const foreign = (await pageOf(other)).entries[1]?._id ?? '';
    const call = (query: Query) => bob.call(getActivity, { params: { id: bug._id }, query });
    for (const parameter of ['before', 'after', 'around'] as const) {
      const { status, error } = await call({ [parameter]: foreign });
      expect([status, error.fields]).toEqual([
        400,
        { [parameter]: `${parameter} must be the id of an entry of this bug` },
      ]);
    }
    expect((await call({ before: bug._id, after: bug._id })).status).toBe(400);
    expect((await call({ limit: '101' })).status).toBe(400);
    await ann.call(deleteBug, { params: { id: other._id } });
    for (const query of [{}, { after: foreign }, { after: other._id }, { around: foreign }])
      expect((await bob.call(getActivity, { params: { id: other._id }, query })).status).toBe(404);
  });
});
