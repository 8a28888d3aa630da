import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from '#server/engine/private-files.ts';
import type { Settings } from '#server/settings.ts';
import { syncFolder, together, writeWhole } from './disk.ts';

/** A stored content. */
export interface Blob {
  /** The hash of its bytes in hexadecimal, which is its name in the store. */
  readonly sha256: string;
  readonly size: number;
}

const privateFile = 0o600;
const privateFolder = 0o700;
const secretLength = 32;
/** How long the free share of the disk is cached, in milliseconds. */
const freeFor = 1_000;
/** How many bytes of all contents being received together are held in memory for the next write to the disk. */
const heldBytes = 1024 * 1024;
const hashPattern = /^[0-9a-f]{64}$/;

/**
 * Stores the contents of files, each once, in files named by their SHA-256, in folders named by its first two digits. A
 * content is written to `tmp`, synced and renamed, so that a file under its final name is always complete. `secret` and
 * `id` belong to the folder itself.
 */
export class FileStore {
  readonly #folder: string;
  /** Folders that exist, and whose entries in the parent folder are durable. */
  readonly #prepared = new Map<string, Promise<void>>();
  #secret: Promise<Buffer> | undefined;
  #free = Promise.resolve(1);
  #freeUntil = 0;
  /** The number of contents that are being received. */
  #received = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores a content durably, or nothing if reading it fails. The content is never in memory as a whole. */
  async write(content: AsyncIterable<Uint8Array>): Promise<Blob> {
    const temporary = await this.#temporary();
    const hash = createHash('sha256');
    let size = 0;
    this.#received += 1;
    try {
      await this.#fill(temporary, async (handle) => {
        for await (const chunks of together(content, () => heldBytes / this.#received)) {
          const written = writeWhole(handle, chunks);
          for (const chunk of chunks) {
            hash.update(chunk);
            size += chunk.length;
          }
          await written;
        }
      });
    } finally {
      this.#received -= 1;
    }
    const sha256 = hash.digest('hex');
    await this.#publish(temporary, sha256, pathIn(this.#folder, sha256));
    return { sha256, size };
  }

  async has(sha256: string): Promise<boolean> {
    return (await stat(pathIn(this.#folder, sha256)).catch(ifMissing)) !== undefined;
  }

  /**
   * Reads a content, or the part from byte `start` to `end`, both included; undefined if it is not stored. A stream
   * that is not read must be destroyed.
   */
  async read(sha256: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    const handle = await open(pathIn(this.#folder, sha256), 'r').catch(ifMissing);
    return handle?.createReadStream(range);
  }

  /** The thumbnail of an image and its size in bytes; undefined if it has none. */
  async readThumbnail(sha256: string): Promise<{ stream: Readable; size: number } | undefined> {
    const handle = await open(thumbnailPath(this.#folder, sha256), 'r').catch(ifMissing);
    return handle && { size: (await handle.stat()).size, stream: handle.createReadStream() };
  }

  /** Stores the thumbnail of a content, if the content is stored. */
  async writeThumbnail(sha256: string, content: Uint8Array): Promise<void> {
    const temporary = await this.#temporary();
    await this.#fill(temporary, (handle) => writeWhole(handle, [content]));
    const path = thumbnailPath(this.#folder, sha256);
    await this.#publish(temporary, sha256, path);
    // If the content was removed in the meantime, its thumbnail did not exist yet, and would stay.
    if (!(await this.has(sha256))) await rm(path, { force: true });
  }

  /** Sets the time of a content's last write to now, so that it is not removed. Returns false if it is not stored. */
  async touch(sha256: string): Promise<boolean> {
    const now = new Date();
    return utimes(pathIn(this.#folder, sha256), now, now)
      .then(() => true, ifMissing)
      .then(Boolean);
  }

  /** Every content, with the time of its last write in milliseconds. */
  async *list(): AsyncGenerator<Blob & { modified: number }> {
    for (const folder of await entriesOf(this.#folder)) {
      if (!folder.isDirectory() || !/^[0-9a-f]{2}$/.test(folder.name)) continue;
      for (const { name } of await entriesOf(join(this.#folder, folder.name))) {
        if (!hashPattern.test(name)) continue;
        const found = await stat(pathIn(this.#folder, name)).catch(ifMissing);
        if (found) yield { sha256: name, size: found.size, modified: found.mtimeMs };
      }
    }
  }

  /**
   * Removes a content and its thumbnail, unless the content was written after `before`, in milliseconds. Returns
   * whether it was removed.
   */
  async remove(sha256: string, before: number): Promise<boolean> {
    const path = pathIn(this.#folder, sha256);
    const trash = join(await this.#prepare('trash'), sha256);
    const isThere = await rename(path, trash).then(() => true, ifMissing);
    if (!isThere) return false;
    // The time is checked after the rename: an upload of the same content may have been renamed to this name in the
    // meantime.
    if ((await stat(trash)).mtimeMs >= before) {
      await link(trash, path).catch(ifThere);
      await rm(trash, { force: true });
      return false;
    }
    await rm(thumbnailPath(this.#folder, sha256), { force: true });
    await rm(trash, { force: true });
    return true;
  }

  /** Removes the remains of uploads and removals that were interrupted before this time, in milliseconds. */
  async removeLeftovers(before: number): Promise<void> {
    for (const { name } of await entriesOf(join(this.#folder, 'tmp'))) {
      const path = join(this.#folder, 'tmp', name);
      const found = await stat(path).catch(ifMissing);
      if (found && found.mtimeMs < before) await rm(path, { force: true });
    }
    for (const { name } of await entriesOf(join(this.#folder, 'trash'))) {
      // Its removal was interrupted, perhaps before the time was checked.
      const path = join(this.#folder, 'trash', name);
      if (hashPattern.test(name)) await link(path, pathIn(this.#folder, name)).catch(ifThere);
      await rm(path, { force: true });
    }
  }

  /** The share of the disk that is free: 1 for all of it. */
  async freeShare(): Promise<number> {
    if (performance.now() >= this.#freeUntil) {
      this.#freeUntil = performance.now() + freeFor;
      this.#free = this.#prepare().then(async (folder) => {
        const { bavail, blocks } = await statfs(folder);
        return bavail / blocks;
      });
      this.#free.catch(() => (this.#freeUntil = 0));
    }
    return this.#free;
  }

  /** The key of signatures, which all instances share. */
  secret(): Promise<Buffer> {
    if (!this.#secret) {
      const text = this.#own('secret', () => randomBytes(secretLength).toString('base64url'));
      this.#secret = text.then((secret) => Buffer.from(secret, 'base64url'));
      // A failure to read it is not cached.
      this.#secret.catch(() => (this.#secret = undefined));
    }
    return this.#secret;
  }

  /** The identity of the folder; undefined if it has not been used yet. */
  async folderId(): Promise<string | undefined> {
    return readFile(join(this.#folder, 'id'), 'utf8').catch(ifMissing);
  }

  /** Gives the folder an identity, unless it has one. Returns its identity. */
  async identify(id: string): Promise<string> {
    return this.#own('id', () => id);
  }

  /** The text of one of the folder's own files, which is created by only one of several processes. */
  async #own(name: string, text: () => string): Promise<string> {
    const path = join(await this.#prepare(), name);
    const known = await readFile(path, 'utf8').catch(ifMissing);
    if (known !== undefined) return known;
    const temporary = await this.#temporary();
    await this.#fill(temporary, (handle) => writeWhole(handle, [Buffer.from(text())]));
    await link(temporary, path).catch(ifThere);
    await rm(temporary, { force: true });
    await syncFolder(this.#folder);
    return readFile(path, 'utf8');
  }

  async #temporary(): Promise<string> {
    return join(await this.#prepare('tmp'), randomUUID());
  }

  /** Creates a file with what `fill` writes, durably. Leaves no file if that fails. */
  async #fill(path: string, fill: (handle: FileHandle) => Promise<void>): Promise<void> {
    const handle = await open(path, 'wx', privateFile);
    try {
      await fill(handle);
      await handle.sync();
      await handle.close();
    } catch (error) {
      await handle.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  }

  async #publish(temporary: string, sha256: string, path: string): Promise<void> {
    try {
      const folder = await this.#prepare(sha256.slice(0, 2));
      await rename(temporary, path);
      await syncFolder(folder);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** A folder within the store, or the store's own; it is created if missing. */
  async #prepare(name?: string): Promise<string> {
    const path = name === undefined ? this.#folder : join(this.#folder, name);
    let prepared = this.#prepared.get(path);
    // A folder removed under the running server is created again, along with everything that is created once.
    if (prepared && !existsSync(this.#folder)) {
      this.#prepared.clear();
      this.#secret = undefined;
      prepared = undefined;
    }
    if (!prepared) {
      prepared = this.#make(path);
      this.#prepared.set(path, prepared);
      prepared.catch(() => this.#prepared.delete(path));
    }
    await prepared;
    return path;
  }

  async #make(path: string): Promise<void> {
    if (path === this.#folder) return makeFolder(path);
    await this.#prepare();
    await mkdir(path, { mode: privateFolder }).catch(ifThere);
    await syncFolder(this.#folder);
  }
}

const stores = new Map<string, FileStore>();

/** The store of the folder in the settings. There is one instance per folder, because it caches prepared subfolders. */
export function fileStoreOf({ files: { folder } }: Pick<Settings, 'files'>): FileStore {
  const store = stores.get(folder) ?? new FileStore(folder);
  stores.set(folder, store);
  return store;
}

function pathIn(folder: string, sha256: string): string {
  // A foreign name cannot escape the folder.
  if (!hashPattern.test(sha256)) throw new Error('Not a SHA-256 in hexadecimal');
  return join(folder, sha256.slice(0, 2), sha256);
}

function thumbnailPath(folder: string, sha256: string): string {
  return `${pathIn(folder, sha256)}.thumbnail.webp`;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(ifMissing)) ?? [];
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
