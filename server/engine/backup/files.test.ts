import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/engine/open.ts';
import { isOtherFolder } from '#server/features/files/folder.ts';
import { filesBeside, filesFolderBeside } from '#server/files/backup-files.ts';
import { FileStore, fileStoreOf } from '#server/files/file-store.ts';
import { defaultSettings } from '#server/settings.ts';
import { command } from '#server/test/command.ts';
import { type EngineName, bareDatabase, testDatabase } from '#server/test/database.ts';
import { testApp } from '#server/test/harness.ts';
import { uploaded } from '#server/test/uploads.ts';

vi.setConfig({ testTimeout: 120_000 });
const root = await mkdtemp(join(tmpdir(), 'katydid-backups-of-files-'));
afterAll(() => rm(root, { recursive: true }));

const contents = ['Hello, wörld', '', 'x'.repeat(3 * 1024 ** 2)];

const settingsWith = (folder: string) => ({ files: { ...defaultSettings.files, folder } });

/** The application on a database, with its files in a folder. */
const appOn = (databaseUrl: string, folder: string) =>
  testApp({ databaseUrl, settings: settingsWith(folder) });

/** A database with a bug whose files have these contents, and one unattached upload. No test changes its files. */
const sources = { sqlite: await filledWithFiles('sqlite'), postgres: await filledWithFiles('postgres') };

async function filledWithFiles(engine: EngineName) {
  const [url, folder] = [await testDatabase(engine), await mkdtemp(join(root, 'files-'))];
  const app = await appOn(url, folder);
  const ann = await app.user();
  const files: string[] = [];
  for (const content of contents) files.push((await uploaded(ann, { content }))._id);
  await uploaded(ann, { content: 'belongs to nothing' });
  await app.bug(ann, { files });
  await app.close();
  return { url, folder, files };
}

/** The content of these files of a database. */
async function contentsIn(url: string, folder: string, files: readonly string[]): Promise<unknown[]> {
  const app = await appOn(url, folder);
  const reader = await app.user({ email: `${randomUUID()}@example.com` });
  const found = [];
  for (const id of files) found.push((await reader.send('GET', `/api/files/${id}/content`)).body);
  await app.close();
  return found;
}

/** The path of a content in a folder, identified by its unique size. */
async function pathOf(folder: string, size: number): Promise<string> {
  const all = await Array.fromAsync(new FileStore(folder).list());
  const { sha256 = '' } = all.find((each) => each.size === size) ?? {};
  return join(folder, sha256.slice(0, 2), sha256);
}

const newFolder = () => mkdtemp(join(root, 'folder-'));

test.each([
  ['sqlite', '.katydid.gz', 'postgres'],
  ['postgres', '.katydid.gz', 'sqlite'],
  ['sqlite', '.db', 'sqlite'],
] as const)('a backup of %s, %s, restores the files on %s', async (from, end, to) => {
  const source = sources[from];
  const path = join(await newFolder(), `a${end}`);
  const saved = await command(source.url, ['backup', path], { FILES_FOLDER: source.folder });
  expect(saved).toMatchObject({ code: 0 });
  expect(saved.out).toMatch(/^Files: 4 in .*katydid-files, 3 MB, verified by their hashes\.$/m);
  expect((await command(source.url, ['backup', 'verify', path])).code).toBe(0);
  const [target, folder] = [await bareDatabase(to), await newFolder()];
  const restored = await command(target, ['restore', path], { FILES_FOLDER: folder });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Files: 4 in') as string });
  expect(await contentsIn(target, folder, source.files)).toEqual(contents);
  const store = await openDatabase(target, { exclusive: false });
  expect(await isOtherFolder(store.db, fileStoreOf(settingsWith(folder)))).toBe(false);
  await store.close();
});

test('a backup by pg_dump has the files beside it, with a list of them', async () => {
  const source = sources.postgres;
  const [path, bin] = [join(await newFolder(), 'a.dump'), await newFolder()];
  // The test machine may have no PostgreSQL client.
  const script = 'for last; do case $last in --file=*) echo PGDMP > "${last#--file=}";; esac; done';
  await writeFile(join(bin, 'pg_dump'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const saved = await command(source.url, ['backup', path], { FILES_FOLDER: source.folder, PATH: bin });
  expect([saved.code, saved.out]).toEqual([
    0,
    expect.stringMatching(/^Files: 4 in .*katydid-files, 3 MB, verified by their hashes\.$/m),
  ]);
  const saves = await Array.fromAsync(filesBeside(path).list());
  const listed = (await readFile(`${path}.contents`, 'utf8')).trim().split('\n');
  expect(listed.toSorted()).toEqual(saves.map(({ sha256, size }) => `${sha256} ${size}`).toSorted());
  // After `pg_restore` fills the database, its files are in that folder or a copy of it.
  expect(await contentsIn(source.url, filesFolderBeside(path), source.files)).toEqual(contents);
});

test('a backup that lacks one of its files is restored only with --without-lost-files', async () => {
  const source = sources.sqlite;
  const path = join(await newFolder(), 'a.katydid.gz');
  await command(source.url, ['backup', path], { FILES_FOLDER: source.folder });
  await writeFile(await pathOf(join(path, '../katydid-files'), 13), 'Hello, world!');
  const verified = await command(source.url, ['backup', 'verify', path]);
  expect([verified.code, verified.err]).toEqual([
    1,
    expect.stringMatching(/1 of 4 files are missing or damaged in .*katydid-files/),
  ]);
  const [target, folder] = [await bareDatabase('sqlite'), await newFolder()];
  const refused = await command(target, ['restore', path], { FILES_FOLDER: folder });
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/add --without-lost-files\.\n$/)]);
  const restored = await command(target, ['restore', path, '--without-lost-files'], { FILES_FOLDER: folder });
  expect(restored).toMatchObject({
    code: 0,
    err: expect.stringContaining('The rest is restored.') as string,
  });
  const found = await contentsIn(target, folder, source.files);
  expect(found.slice(1)).toEqual(contents.slice(1));
});

test('if a file is missing, the backup has the rest, with a warning', async () => {
  const source = sources.sqlite;
  const [folder, path] = [await newFolder(), join(await newFolder(), 'a.katydid.gz')];
  await cp(source.folder, folder, { recursive: true });
  await rm(await pathOf(folder, 13));
  const { code, err } = await command(source.url, ['backup', path], { FILES_FOLDER: folder });
  expect([code, err]).toEqual([0, expect.stringMatching(/^katydid: 1 of its files are missing or damaged/m)]);
  expect(await readdir(join(path, '..'))).toContain('a.katydid.gz');
});

test('a copy of a database uses FILES_FOLDER, and warns if the files are not there', async () => {
  const source = sources.postgres;
  const to = join(await newFolder(), 'katydid.db');
  const copied = await command(source.url, ['copy', '--to', `file:${to}`], { FILES_FOLDER: '' });
  // Without a source folder, the default one is used, which has none of them.
  expect(copied.err).toContain('3 of 3 files are missing or damaged');
  const again = join(await newFolder(), 'katydid.db');
  const shared = await command(source.url, ['copy', '--to', `file:${again}`], {
    FILES_FOLDER: source.folder,
  });
  expect(shared.out).toContain(`Files: 4 in ${source.folder}, 3 MB`);
  const other = join(await newFolder(), 'katydid.db');
  const beside = await command(`file:${again}`, ['copy', '--to', `file:${other}`], { FILES_FOLDER: '' });
  expect(beside.err).toContain('3 of 3 files are missing or damaged');
  expect(await contentsIn(`file:${again}`, source.folder, source.files)).toEqual(contents);
});
