import { expect, test, vi } from 'vitest';
import { listBugs } from '#contract/bugs/bugs.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { insertComments } from '#server/seed/bulk-bugs.ts';
import { newId } from '#server/engine/id.ts';
import { testApp } from '#server/test/harness.ts';
import { sqliteSearch } from './search.ts';

const app = await testApp();
const ann = await app.user({ name: 'Ann' });
const find = async (q: string) => (await ann.call(listBugs, { query: { q } })).body.map(({ title }) => title);

test('the more comments bugs have, the fewer of them a statement compares', async () => {
  const { _id: id } = await app.bug(ann);
  await ann.call(createComment, { params: { id }, body: { body: 'The first one' } });
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
