import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { createComment, deleteComment } from '#contract/conversation/comments.ts';
import { testApp } from '#server/test/harness.ts';

test('the bytes of a deleted text are overwritten in the file', async () => {
  const app = await testApp();
  const ann = await app.user();
  const words = ['wobbegong', 'quokka', 'axolotl', 'pangolin', 'okapi'] as const;
  const [deleted, , edited, comment, stays] = words;
  // Texts long enough for pages of their own, and short ones that share a page.
  const texts = (word: string) => [`${word} `.repeat(2_000), word];
  for (const description of texts(deleted)) {
    const { _id: id } = await app.bug(ann, { description });
    await ann.call(deleteBug, { params: { id } });
  }
  for (const description of texts(edited)) {
    const { _id: id } = await app.bug(ann, { description });
    await ann.call(updateBug, { params: { id }, body: { description: 'Another one' } });
    await ann.call(deleteBug, { params: { id } });
  }
  const bug = await app.bug(ann, { description: stays });
  for (const body of texts(comment)) {
    const { body: added } = await ann.call(createComment, { params: { id: bug._id }, body: { body } });
    await ann.call(deleteComment, { params: { id: added._id } });
  }
  await app.runJobs();
  const connection = new DatabaseSync(app.store.location);
  expect(connection.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 });
  connection.close();
  const file = await readFile(app.store.location);
  expect(words.filter((word) => file.includes(word))).toEqual([stays]);
});
