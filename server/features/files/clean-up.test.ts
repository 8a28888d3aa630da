import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBug, deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { createComment, deleteComment } from '#contract/conversation/comments.ts';
import { type FileRef, deleteFileById, getFileLimits } from '#contract/conversation/files.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { aBug, testApp } from '#server/test/harness.ts';
import { uploaded } from '#server/test/uploads.ts';
import { isOtherFolder } from './folder.ts';

const hour = 3_600_000;
const job = 'clean up files';

async function setUp() {
  const app = await testApp();
  const ann = await app.user();
  const { folder } = app.settings.files;
  let made = 0;
  return {
    ...app,
    ann,
    upload: async () => uploaded(ann, { content: `${(made += 1)}` }),
    stored: async () => {
      const blobs = await Array.fromAsync(fileStoreOf(app.settings).list());
      return blobs.map(({ sha256 }) => sha256).toSorted();
    },
    rows: async () => {
      const rows = await app.store.db.selectFrom('files').select('id').execute();
      return rows.map(({ id }) => id).toSorted();
    },
    used: async () => (await ann.call(getFileLimits, {})).body.usedBytes,
    /** Backdates contents by this many milliseconds. */
    age: async (files: readonly FileRef[], by: number) => {
      const time = new Date(Date.now() - by);
      for (const { sha256 } of files) await utimes(join(folder, sha256.slice(0, 2), sha256), time, time);
    },
  };
}

test('files that have been unattached for three days are deleted with their contents', async () => {
  const { ann, clock, runJob, upload, rows, used, stored } = await setUp();
  const all = await Promise.all(Array.from({ length: 6 }, upload));
  const ids = all.map(({ _id }) => _id);
  const { body: bug } = await ann.call(createBug, { body: { ...aBug, files: [ids[0]!, ids[2]!] } });
  const params = { id: bug._id };
  await ann.call(createComment, { params, body: { body: 'Kept', files: [ids[1]!] } });
  const { body: deleted } = await ann.call(createBug, { body: { ...aBug, files: [ids[3]!] } });
  const erased = await ann.call(createComment, { params, body: { body: 'Erased', files: [ids[4]!] } });
  await ann.call(updateBug, { params, body: { files: [ids[0]!] } });
  await ann.call(deleteBug, { params: { id: deleted._id } });
  await ann.call(deleteComment, { params: { id: erased.body._id } });

  clock.offset = 71 * hour;
  await runJob(job);
  expect([await rows(), await used()]).toEqual([ids.toSorted(), 6]);
  clock.offset = 73 * hour;
  await runJob(job);
  expect([await rows(), await used()]).toEqual([ids.slice(0, 2).toSorted(), 2]);
  const kept = all.slice(0, 2).map(({ sha256 }) => sha256);
  expect(await stored()).toEqual(kept.toSorted());
});

test('a deleted upload counts as used space until its content is deleted', async () => {
  const { ann, clock, runJob, upload, age, used, stored } = await setUp();
  const file = await upload();
  expect((await ann.call(deleteFileById, { params: { id: file._id } })).status).toBe(204);
  clock.offset = 71 * hour;
  await runJob(job);
  expect([await used(), await stored()]).toEqual([1, [file.sha256]]);
  clock.offset = 73 * hour;
  await age([file], hour);
  await runJob(job);
  expect([await used(), await stored()]).toEqual([0, []]);
});

test('a content without files is deleted three days after it was last written', async () => {
  const { runJob, store, upload, age, stored } = await setUp();
  const [fresh, old] = [await upload(), await upload()];
  await store.write((tx) => tx.deleteFrom('files').execute());
  await age([fresh], 71 * hour);
  await age([old], 73 * hour);
  await runJob(job);
  expect(await stored()).toEqual([fresh.sha256]);
});

test('the contents of another database stay in a shared folder', async () => {
  const { settings, upload, age, stored } = await setUp();
  const file = await upload();
  await age([file], 73 * hour);
  const other = await testApp({ settings: { files: settings.files } });
  expect(await isOtherFolder(other.store.db, fileStoreOf(settings))).toBe(true);
  await other.runJob(job);
  await uploaded(await other.user(), { content: 'another' });
  await other.runJob(job);
  expect(await stored()).toContain(file.sha256);
});

test('a folder other than that of the database is recognised once a file is stored', async () => {
  const { settings, store, upload } = await setUp();
  const other = fileStoreOf({ files: { ...settings.files, folder: `${settings.files.folder}-other` } });
  expect(await isOtherFolder(store.db, other)).toBe(false);
  await upload();
  expect(await isOtherFolder(store.db, fileStoreOf(settings))).toBe(false);
  expect(await isOtherFolder(store.db, other)).toBe(true);
});
