import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { type Bug, listBugs } from '#contract/bugs/bugs.ts';
import { createComment, deleteComment, maxComment, updateComment } from '#contract/conversation/comments.ts';
import { insertComments } from '#server/db/bugs/bulk-bugs.ts';
import { newId } from '#server/db/id.ts';
import { testApp } from '#server/test/harness.ts';
import { SqliteFile } from './file.ts';
import { sqliteSearch } from './search.ts';
import { indexedTogether } from './search-index.ts';

const app = await testApp();
const [ann, bob] = await Promise.all([app.user({ name: 'Ann' }), app.user({ name: 'Bob' })]);
const bug = await app.bug(ann, { title: 'Commented' });

const say = async (body: string, by = ann) =>
  (await by.call(createComment, { params: { id: bug._id }, body: { body } })).body._id;

async function rowsOf<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(app.store.db)).rows;
}
/** New comments that are not in the index yet, with the bytes of their texts. */
const waiting = () =>
  rowsOf(sql<{ id: string; bytes: number }>`
    select c.id, octet_length(c.body_fold) as bytes from comment_search_due d
    join comment_places p on p.place = d.place join comments c on c.id = p.comment_id where d.is_new = 1 order by d.place`);
const indexed = async () =>
  (
    await rowsOf(
      sql<{
        id: string;
      }>`select comment_id as id from comment_search_docsize join comment_places on place = id`,
    )
  ).map(({ id }) => id);
const bytesOf = (comments: readonly { bytes: number }[]) =>
  comments.reduce((sum, { bytes }) => sum + bytes, 0);
const find = async (q: string) => (await ann.call(listBugs, { query: { q } })).body.map(({ title }) => title);

test('long comments are indexed a few at a time', async () => {
  const text = (i: number) => `yak${i} `.repeat(maxComment).slice(0, maxComment);
  const counts = [];
  for (let i = 0; i < 12; i += 1) {
    await say(text(i));
    expect(bytesOf(await waiting())).toBeLessThan(indexedTogether.bytes);
    counts.push((await indexed()).length);
  }
  const together = indexedTogether.bytes / maxComment;
  expect(counts).toEqual(Array.from(counts, (_, i) => Math.floor((i + 1) / together) * together));
  for (const i of [0, 4, 5, 11]) expect(await find(`yak${i} in:comments`)).toEqual(['Commented']);
});

test('a commit indexes no more of a backlog than that', async () => {
  const row = await app.store.db.selectFrom('comments').selectAll().limit(1).executeTakeFirstOrThrow();
  const { _id: bug_id } = await app.bug(ann, { title: 'Backlog' });
  const text = 'okapi '.repeat(500);
  const backlog = Array.from({ length: 300 }, () => ({ ...row, bug_id, id: newId(), body_fold: text }));
  const counts = [(await waiting()).length + backlog.length];
  await app.store.write((tx) => insertComments(tx, backlog));
  counts.push((await waiting()).length);
  while (bytesOf(await waiting()) >= indexedTogether.bytes) {
    // From another user, who writes no comments.
    await app.bug(bob);
    counts.push((await waiting()).length);
  }
  const steps = counts.slice(1).map((count, i) => counts[i]! - count);
  const most = Math.ceil(indexedTogether.bytes / text.length) + 2;
  expect(steps.filter((step) => step < 1 || step > most)).toEqual([]);
  expect(await find('okapi in:comments')).toEqual(['Backlog']);
});

test('what is edited or erased is indexed at its commit, and others wait for more', async () => {
  const [first, edited, erased] = [await say('a gnu'), await say('an eland', bob), await say('a kudu', bob)];
  const before = (await waiting()).map(({ id }) => id);
  expect(before).toEqual(expect.arrayContaining([first, edited, erased]));
  await bob.call(updateComment, { params: { id: edited }, body: { body: 'an impala' } });
  await bob.call(deleteComment, { params: { id: erased } });
  expect((await waiting()).map(({ id }) => id)).toEqual(
    before.filter((id) => id !== edited && id !== erased),
  );
  const now = await indexed();
  expect([now.includes(first), now.includes(edited), now.includes(erased)]).toEqual([false, true, false]);
  for (const [text, titles] of [
    ['gnu', ['Commented']],
    ['eland', []],
    ['impala', ['Commented']],
    ['kudu', []],
  ] as const)
    expect([text, await find(`${text} in:comments`)]).toEqual([text, titles]);
});

test('long descriptions that arrive together are indexed in several commits', async () => {
  const bugs: Bug[] = [];
  for (let i = 0; i < 6; i += 1) bugs.push(await app.bug(ann));
  const describe = ({ _id: id }: { _id: string }, text: string) =>
    app.store.write((tx) =>
      tx.updateTable('bugs').set({ description_fold: text }).where('id', '=', id).executeTakeFirst(),
    );
  const run = vi.spyOn(SqliteFile.prototype, 'run');
  const counted = async (letters: number) => {
    run.mockClear();
    await Promise.all(bugs.map((each) => describe(each, 'qwerty '.repeat(letters).slice(0, letters))));
    return run.mock.results.flatMap(({ value }, i) =>
      run.mock.calls[i]?.[0].startsWith('insert or replace into bug_search')
        ? Number((value as ReturnType<SqliteFile['run']>).numAffectedRows)
        : [],
    );
  };
  expect([await counted(100), await counted(50_000), await counted(100_000)]).toEqual([
    [6],
    [2, 2, 2],
    [1, 1, 1, 1, 1, 1],
  ]);
  run.mockRestore();
});

test('the more comments bugs have, the fewer of them a statement compares', async () => {
  const row = await app.store.db.selectFrom('comments').selectAll().limit(1).executeTakeFirstOrThrow();
  const commented = async (title: string, description: string, count: number) => {
    const { _id: bug_id } = await app.bug(ann, { title, description });
    const rows = Array.from({ length: count }, () => ({ ...row, bug_id, id: newId(), body_fold: 'okay' }));
    await app.store.write((tx) => insertComments(tx, rows));
  };
  for (const count of [600, 10, 10, 20]) await commented('Bongo', 'One has many, the others few', count);
  for (const count of [600, 300, 200, 10]) await commented('Dikdik', 'Several have many', count);
  const maxCompared = vi.spyOn(sqliteSearch, 'maxCompared');
  const compared = async (query: { q: string } | { query: string }) => {
    maxCompared.mockClear();
    await ann.call(listBugs, { query });
    const limits = maxCompared.mock.results.map(({ value }) => Number(value));
    return Math.max(...limits);
  };
  const limits = [
    await compared({ q: 'bongo in:comments' }),
    await compared({ q: 'dikdik in:comments' }),
    await compared({ query: 'dikdik in:comments OR bongo' }),
  ];
  maxCompared.mockRestore();
  expect(limits).toEqual([63, 3, 1]);
  expect([await find('bongo in:comments'), await find('dikdik in:comments')]).toEqual([
    Array.from({ length: 4 }, () => 'Bongo'),
    Array.from({ length: 4 }, () => 'Dikdik'),
  ]);
});
