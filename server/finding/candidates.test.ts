import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createComment } from '#contract/conversation/comments.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { bindQuery } from '#contract/query/bind.ts';
import { parseQuery } from '#contract/query/parse.ts';
import { createVersion } from '#contract/classification/versions.ts';
import { bugs } from '#server/features.ts';
import { testApp } from '#server/test/harness.ts';
import { uploaded } from '#server/test/uploads.ts';
import { Queries } from './queries.ts';
import { candidatesFor } from './query-sql.ts';

const app = await testApp();
const admin = await app.user({ name: 'Root', role: 'admin' });
const ada = await app.user({ name: 'Ada Okafor' });

const label = (await admin.call(createLabel, { body: { name: 'crash', color: 'red', description: '' } }))
  .body;
const version = (await admin.call(createVersion, { body: { name: '1.0', state: 'released' } })).body;

await app.bug(ada, { title: 'Plain' });
const labelled = await app.bug(ada, { labels: [label._id] });
const withFile = await app.bug(ada, { files: [(await uploaded(ada))._id] });
const versioned = await app.bug(ada, { foundIn: [version._id], fixedIn: version._id });
const discussed = await app.bug(ada, { title: 'Discussed' });
for (let i = 0; i < 3; i += 1)
  await ada.call(createComment, { params: { id: discussed._id }, body: { body: `Comment ${i}` } });
const commented = await app.bug(ada, { title: 'Commented' });
await ada.call(createComment, {
  params: { id: commented._id },
  body: { body: 'With a file', files: [(await uploaded(ada))._id] },
});

/** The numbers that indices find for a query. */
async function candidates(text: string): Promise<readonly number[] | undefined> {
  const { db } = app.store;
  const fields = await new Queries(bugs.findable).fields(db);
  const known = [...fields.values()].map(({ field }) => field);
  const { query, error } = parseQuery(text, known);
  if (error) throw new Error(error.message.text);
  const { tree } = bindQuery(query, { me: ada._id, now: new Date(), zone: 'UTC' }, known);
  if (!tree) throw new Error(`${text} asks for nothing`);
  const found = await candidatesFor(db, { tree, fields, callerId: ada._id });
  return found?.toSorted((one, other) => one - other);
}

test.each([
  ['has:labels', [labelled.number]],
  ['-label:none', [labelled.number]],
  ['has:files', [withFile.number]],
  ['-found:none', [versioned.number]],
  ['-fixed:none', [versioned.number]],
  ['has:question', []],
  ['has:labels,files', [labelled.number, withFile.number]],
  ['status:open has:files', [withFile.number]],
  ['comments:>0', [discussed.number, commented.number]],
  ['has:comments', [discussed.number, commented.number]],
  ['comments:>5000', []],
  ['comments:>99999999999', []],
])('indices find the bugs that may match %s', async (text, numbers) => {
  expect(await candidates(text)).toEqual(numbers);
});

test.each([
  'label:none',
  '-has:labels',
  'comments:0',
  'comments:<3',
  '-comments:>3',
  'has:labels OR comments:0',
])('no index is used for %s', async (text) => {
  expect(await candidates(text)).toBeUndefined();
});

test('a count that is in several rows is found by the largest of them', async () => {
  const rows = (shards: readonly [number, number][]) =>
    app.store.write(async (tx) => {
      await sql`delete from bug_comments where bug_id = ${discussed._id}`.execute(tx);
      for (const [shard, comments] of shards)
        await tx
          .insertInto('bug_comments')
          .values({ bug_id: discussed._id, shard: sql`${shard}`, comments })
          .execute();
    });
  await rows([
    [0, 70],
    [1, -2],
  ]);
  expect(await candidates('comments:>=68')).toContain(discussed.number);
  await rows([[0, 3]]);
});
