import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { filesBeside, filesFolderBeside, removeUnlistedFiles, saveFiles } from './backup-files.ts';
import { type Blob, FileStore } from './file-store.ts';

const root = await mkdtemp(join(tmpdir(), 'katydid-backup-files-'));
afterAll(() => rm(root, { recursive: true }));
let folder: string;
let liveFolder: string;
let live: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'backups-'));
  liveFolder = await mkdtemp(join(root, 'files-'));
  live = new FileStore(liveFolder);
});

const quiet = () => {};
const now = new Date();
const twoDaysAgo = new Date(now.getTime() - 2 * 86_400_000);

async function* content(text: string) {
  yield Buffer.from(text);
}

const pathOf = (store: string, { sha256 }: Blob) => join(store, sha256.slice(0, 2), sha256);

const wanted = (...blobs: Blob[]) => blobs.map((blob) => ({ ...blob, isNeeded: true }));

async function kept(): Promise<string[]> {
  const found = await Array.fromAsync(filesBeside(join(folder, 'a')).list());
  return found.map(({ sha256 }) => sha256).toSorted();
}

test('contents are saved once for all backups of a folder, and damaged ones again', async () => {
  const [one, two] = [await live.write(content('one')), await live.write(content('two'))];
  const first = join(folder, 'a.katydid.gz');
  expect(await saveFiles(first, { contents: wanted(one, two), from: live }, quiet)).toEqual({
    whole: [one, two],
    lost: [],
  });
  const saved = pathOf(filesFolderBeside(first), one);
  await writeFile(saved, 'on');
  expect(
    (await saveFiles(join(folder, 'b.db'), { contents: wanted(one, two), from: live }, quiet)).lost,
  ).toEqual([]);
  expect(await kept()).toEqual([one.sha256, two.sha256].toSorted());
  expect((await readdir(folder)).toSorted()).toEqual([
    'a.katydid.gz.contents',
    'b.db.contents',
    'katydid-files',
  ]);
});

test('a content that is missing or damaged is lost, unless an earlier backup has it', async () => {
  const [one, two, three, four] = [
    await live.write(content('one')),
    await live.write(content('two')),
    await live.write(content('three')),
    await live.write(content('four')),
  ];
  const path = join(folder, 'a.katydid.gz');
  await saveFiles(path, { contents: wanted(one), from: live }, quiet);
  await live.remove(one.sha256, Infinity);
  await live.remove(two.sha256, Infinity);
  await writeFile(pathOf(liveFolder, three), 'tree');
  const proof = await saveFiles(path, { contents: wanted(one, two, three, four), from: live }, quiet);
  expect(proof).toEqual({ whole: [one, four], lost: [two, three] });
});

test('nothing is removed while a backup has no list', async () => {
  const one = await live.write(content('one'));
  const path = join(folder, 'a.katydid.gz');
  await saveFiles(path, { contents: wanted(one), from: live }, quiet);
  await writeFile(path, '');
  await rm(`${path}.contents`);
  await utimes(pathOf(filesFolderBeside(path), one), twoDaysAgo, twoDaysAgo);
  await removeUnlistedFiles(folder, now);
  expect(await kept()).toEqual([one.sha256]);
});

test('a content that another backup needs gets a new time, so that it is not removed', async () => {
  const one = await live.write(content('one'));
  const path = join(folder, 'a.katydid.gz');
  await saveFiles(path, { contents: wanted(one), from: live }, quiet);
  const saved = pathOf(filesFolderBeside(path), one);
  await utimes(saved, twoDaysAgo, twoDaysAgo);
  await saveFiles(join(folder, 'b.db'), { contents: wanted(one), from: live }, quiet);
  expect((await stat(saved)).mtimeMs).toBeGreaterThan(twoDaysAgo.getTime() + 1);
});

test('contents that no backup lists any more are removed after a day', async () => {
  const [one, two] = [await live.write(content('one')), await live.write(content('two'))];
  const [old, young] = [join(folder, 'old.katydid.gz'), join(folder, 'young.katydid.gz')];
  await saveFiles(old, { contents: wanted(one, two), from: live }, quiet);
  await saveFiles(young, { contents: wanted(two), from: live }, quiet);
  await writeFile(young, '');
  // The older backup was removed after its time; its list is still there.
  await removeUnlistedFiles(folder, now);
  expect(await kept()).toHaveLength(2);
  await utimes(`${old}.contents`, twoDaysAgo, twoDaysAgo);
  await removeUnlistedFiles(folder, now);
  expect(await readdir(folder)).not.toContain('old.katydid.gz.contents');
  // Its contents are recent: another backup may be about to list them.
  expect(await kept()).toHaveLength(2);
  for (const blob of [one, two]) await utimes(pathOf(filesFolderBeside(old), blob), twoDaysAgo, twoDaysAgo);
  await removeUnlistedFiles(folder, now);
  expect(await kept()).toEqual([two.sha256]);
});
