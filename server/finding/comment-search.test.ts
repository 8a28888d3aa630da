import { describe, expect, test } from 'vitest';
import { deleteBug, listBugs } from '#contract/bugs/bugs.ts';
import { createComment, deleteComment, updateComment } from '#contract/conversation/comments.ts';
import { insertComments } from '#server/seed/bulk-bugs.ts';
import { newId } from '#server/engine/id.ts';
import { mostAmong } from '#server/engine/search.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp();
const ann = await app.user({ name: 'Ann' });

const say = async (bugId: string, body: string) =>
  (await ann.call(createComment, { params: { id: bugId }, body: { body } })).body;
async function find(q: string, query: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await ann.call(listBugs, { query: { q, ...query } });
  expect(status).toBe(200);
  return body.map(({ title }) => title);
}

const first = await app.bug(ann, { title: 'First', description: 'Nothing of note' });
const second = await app.bug(ann, { title: 'Second', description: 'The Ärger of zebras' });
const third = await app.bug(ann, { title: 'Third', description: 'Quiet', priority: 'high' });
const { _id: zebraId } = await say(first._id, 'A zebra crossed the STRASSE, 100%_sure');
await say(third._id, 'No animals here');
await say(third._id, 'But äRGER with them');

describe('in:comments', () => {
  test.each([
    ['zebra in:comments', ['Second', 'First']],
    ['IN:Comments ZEBRA', ['Second', 'First']],
    ['zebra', ['Second']],
    ['"zebra crossed" in:comments', ['First']],
    ['"100%_sure" in:comments', ['First']],
    // Each word may be in another place.
    ['first strasse in:comments', ['First']],
    ['animals ärger in:comments', ['Third']],
    ['animals zebra in:comments', []],
    // Shorter than the texts that an index looks up.
    ['ze in:comments', ['Second', 'First']],
    ['% in:comments', ['First']],
    ['in:comments', ['Third', 'Second', 'First']],
    // Quoted text is searched for.
    ['"in:comments"', []],
    ['nowhere in:comments', []],
  ])('%j finds %j', async (q, titles) => {
    expect(await find(q)).toEqual(titles);
  });

  test('is counted, filtered, sorted and paged like any search', async () => {
    const q = 'r in:comments';
    expect(await find(q, { sort: 'title' })).toEqual(['First', 'Second', 'Third']);
    expect(await find(q, { priority: 'high' })).toEqual(['Third']);
    const page = await ann.call(listBugs, { query: { q: 'zebra in:comments', limit: '1' } });
    expect([page.body.map(({ title }) => title), page.headers.get('x-total-count')]).toEqual([
      ['Second'],
      '2',
    ]);
    const next = new URL(String(/<(.*)>/.exec(page.headers.get('link') ?? '')?.[1]), 'http://localhost');
    const query = Object.fromEntries(next.searchParams);
    const rest = await ann.call(listBugs, { query });
    expect([rest.body.map(({ title }) => title), rest.headers.get('link')]).toEqual([['First'], null]);
  });

  test('follows edits and deletions', async () => {
    const { _id: id } = await say(second._id, 'a walrus');
    expect(await find('walrus in:comments')).toEqual(['Second']);
    await ann.call(updateComment, { params: { id }, body: { body: 'a narwhal' } });
    expect([await find('walrus in:comments'), await find('narwhal in:comments')]).toEqual([[], ['Second']]);
    await ann.call(deleteComment, { params: { id } });
    expect(await find('narwhal in:comments')).toEqual([]);
    const gone = await app.bug(ann, { title: 'Gone' });
    await say(gone._id, 'an okapi');
    await ann.call(deleteBug, { params: { id: gone._id } });
    expect(await find('okapi in:comments')).toEqual([]);
  });

  test('checks bugs one by one when more comments match than the index is asked for', async () => {
    const row = await app.store.db
      .selectFrom('comments')
      .selectAll()
      .where('id', '=', zebraId)
      .executeTakeFirstOrThrow();
    const comments = Array.from({ length: mostAmong + 1 }, () => ({
      ...row,
      id: newId(),
      body_fold: 'quokka',
    }));
    const many = await app.bug(ann, { title: 'Many' });
    await app.store.write((tx) =>
      insertComments(
        tx,
        comments.map((each) => ({ ...each, bug_id: many._id })),
      ),
    );
    expect(await find('quokka in:comments')).toEqual(['Many']);
  });
});
