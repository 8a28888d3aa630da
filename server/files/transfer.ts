import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Report } from '#server/engine/copy/table-sum.ts';
import type { Db } from '#server/engine/schema.ts';
import { tablesOf } from '#server/engine/tables.ts';
import type { Blob, FileStore } from './file-store.ts';

/** A content to check or copy. */
export interface Wanted extends Blob {
  /** Whether it counts as lost if it is missing or damaged. */
  readonly isNeeded: boolean;
}

/** The contents that match their hash, and those that are missing or damaged. */
export interface Proof {
  readonly whole: readonly Blob[];
  readonly lost: readonly Blob[];
}

/**
 * The contents of all files of a database, each once. Those of bugs and comments are needed. The others are uploads for
 * drafts, and files removed by an edit that can be undone.
 */
export async function storedContents(db: Db): Promise<Wanted[]> {
  if (!(await hasFiles(db))) return [];
  const rows = await db
    .selectFrom('files')
    .select([
      'sha256',
      'size',
      sql<number>`max(case when loose_since is null then 1 else 0 end)`.as('needed'),
    ])
    .groupBy(['sha256', 'size'])
    .orderBy('sha256')
    .execute();
  return rows.map(({ needed, ...content }) => ({ ...content, isNeeded: needed === 1 }));
}

/** Reads contents from a store, and compares each with its hash. */
export async function proveContents(
  blobs: readonly Wanted[],
  store: FileStore,
  report: Report,
): Promise<Proof> {
  return each(blobs, { doing: 'Checking', report }, (blob) => isWhole(blob, store));
}

/** Copies the contents that a database needs to its folder, and records the folder's id in the database. */
export async function bringFiles(
  db: Db,
  stores: { from: FileStore; to: FileStore },
  report: Report,
): Promise<Proof> {
  const proof = await copyContents(await storedContents(db), stores, report);
  const id = await folderOf(db);
  if (id !== undefined) await stores.to.identify(id);
  return proof;
}

/** The id that the database has stored for the folder with the contents; undefined if there is none. */
async function folderOf(db: Db): Promise<string | undefined> {
  if (!(await hasFiles(db))) return undefined;
  const row = await db.selectFrom('file_folders').select('id').executeTakeFirst();
  return row?.id;
}

/** Databases of 0.1 have no files. */
async function hasFiles(db: Db): Promise<boolean> {
  return (await tablesOf(db)).some(({ name }) => name === 'files');
}

/**
 * Copies contents from one store to another, unless they are intact there. Contents that are intact in neither store
 * are lost.
 */
export async function copyContents(
  blobs: readonly Wanted[],
  { from, to }: { from: FileStore; to: FileStore },
  report: Report,
): Promise<Proof> {
  return each(blobs, { doing: 'Copying', report }, async (blob) => {
    // The time is renewed first, so that a clean-up of that store does not remove the content.
    if ((await to.touch(blob.sha256)) && (await isWhole(blob, to))) return true;
    // Checked before copying: a damaged content would be stored under another one's name.
    if (!(await isWhole(blob, from))) return false;
    const content = await from.read(blob.sha256);
    return content !== undefined && (await to.write(content)).sha256 === blob.sha256;
  });
}

async function each(
  blobs: readonly Wanted[],
  { doing, report }: { doing: 'Checking' | 'Copying'; report: Report },
  holds: (blob: Blob) => Promise<boolean>,
): Promise<Proof> {
  const [whole, lost]: [Blob[], Blob[]] = [[], []];
  for (const [i, { isNeeded, ...blob }] of blobs.entries()) {
    if (await holds(blob)) whole.push(blob);
    else if (isNeeded) lost.push(blob);
    report({ doing, what: 'files', done: i + 1, total: blobs.length });
  }
  return { whole, lost };
}

async function isWhole({ sha256, size }: Blob, store: FileStore): Promise<boolean> {
  const content = await store.read(sha256);
  if (!content) return false;
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    read += chunk.length;
  }
  return read === size && hash.digest('hex') === sha256;
}
