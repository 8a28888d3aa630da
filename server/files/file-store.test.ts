import { createHash, hash, randomBytes } from 'node:crypto';
import {
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { atEnd } from '#server/test/at-end.ts';
import { FileStore } from './file-store.ts';

async function aStore() {
  const folder = join(await mkdtemp(join(tmpdir(), 'katydid-files-')), 'files');
  atEnd(() => rm(join(folder, '..'), { recursive: true }));
  const store = new FileStore(folder);
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const age = async (path: string, time: number) => utimes(path, new Date(time), new Date(time));
  return { folder, store, pathOf, age };
}

async function* chunks(...all: readonly (string | Buffer)[]) {
  for (const chunk of all) yield Buffer.from(chunk);
}

test('a key that has been read needs no folder', async () => {
  const { folder, store } = await aStore();
  const secret = await store.secret();
  await rename(folder, `${folder}-away`);
  expect(await store.secret()).toEqual(secret);
});

test('a content is stored privately under its hash, and read whole or in part', async () => {
  const { folder, store, pathOf } = await aStore();
  const content = randomBytes(300_000);
  const { sha256, size } = await store.write(chunks(content.subarray(0, 100_000), content.subarray(100_000)));
  expect([sha256, size]).toEqual([createHash('sha256').update(content).digest('hex'), 300_000]);
  expect((await stat(pathOf(sha256))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await buffer((await store.read(sha256))!)).equals(content)).toBe(true);
  const part = await buffer((await store.read(sha256, { start: 99_990, end: 100_009 }))!);
  expect(part.equals(content.subarray(99_990, 100_010))).toBe(true);
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  expect([await store.has(sha256), await store.has(hash('sha256', 'other'))]).toEqual([true, false]);
  expect(await store.read(hash('sha256', 'other'))).toBeUndefined();
});

test('a content that breaks off leaves nothing behind', async () => {
  const { folder, store } = await aStore();
  async function* broken() {
    yield Buffer.from('begun');
    throw new Error('broken off');
  }
  await expect(store.write(broken())).rejects.toThrow('broken off');
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  expect(await Array.fromAsync(store.list())).toEqual([]);
});

test('a folder that was removed is made again with the next content', async () => {
  const { folder, store } = await aStore();
  await store.identify('one');
  await store.write(chunks('text'));
  await rm(folder, { recursive: true });
  const { sha256 } = await store.write(chunks('text'));
  expect(await text((await store.read(sha256))!)).toBe('text');
  expect(await store.identify('other')).toBe('other');
});

test('no name leads out of the folder', async () => {
  const { store } = await aStore();
  for (const name of ['../secret', 'id', '', 'A'.repeat(64), `${'a'.repeat(64)}/..`])
    await expect(store.read(name)).rejects.toThrow('Not a SHA-256');
});

test('a content is removed unless it was written again', async () => {
  const { folder, store, pathOf, age } = await aStore();
  const { sha256 } = await store.write(chunks('text'));
  await store.writeThumbnail(sha256, Buffer.from('small'));
  const before = Date.now() - 60_000;
  expect(await store.remove(sha256, before)).toBe(false);
  expect(await text((await store.read(sha256))!)).toBe('text');
  await age(pathOf(sha256), before - 1_000);
  expect(await store.remove(sha256, before)).toBe(true);
  expect([await store.has(sha256), await store.readThumbnail(sha256)]).toEqual([false, undefined]);
  expect(await store.remove(sha256, before)).toBe(false);
  expect(await readdir(join(folder, 'trash'))).toEqual([]);
});

test('old interrupted uploads are removed, and interrupted removals are undone', async () => {
  const { folder, store, pathOf, age } = await aStore();
  const { sha256 } = await store.write(chunks('text'));
  const before = Date.now() - 60_000;
  for (const name of ['old', 'new']) await writeFile(join(folder, 'tmp', name), 'begun');
  await age(join(folder, 'tmp', 'old'), before - 1_000);
  await mkdir(join(folder, 'trash'));
  await rename(pathOf(sha256), join(folder, 'trash', sha256));
  await store.removeLeftovers(before);
  expect(await readdir(join(folder, 'tmp'))).toEqual(['new']);
  expect(await readdir(join(folder, 'trash'))).toEqual([]);
  expect(await text((await store.read(sha256))!)).toBe('text');
  // The outcome is the same if the content was uploaded again in the meantime.
  await link(pathOf(sha256), join(folder, 'trash', sha256));
  await store.removeLeftovers(before);
  expect(await readdir(join(folder, 'trash'))).toEqual([]);
});

test('instances that share a folder have one key and one identity', async () => {
  const { folder, store } = await aStore();
  const stores = [store, new FileStore(folder), new FileStore(folder)];
  const secrets = await Promise.all(stores.map((each) => each.secret()));
  expect(secrets.map((secret) => secret.toString('hex'))).toEqual(Array(3).fill(secrets[0]?.toString('hex')));
  expect(secrets[0]).toHaveLength(32);
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await store.folderId()).toBeUndefined();
  const ids = await Promise.all(stores.map((each, i) => each.identify(`id ${i}`)));
  expect(new Set(ids).size).toBe(1);
  expect(await readFile(join(folder, 'id'), 'utf8')).toBe(ids[0]);
  expect(await new FileStore(folder).folderId()).toBe(ids[0]);
});
