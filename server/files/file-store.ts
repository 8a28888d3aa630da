import type { Readable } from 'node:stream';
import type { Settings } from '#server/settings.ts';
import { DiskStore } from './disk-store.ts';

/** A stored content, by its name in the store. */
export interface Blob {
  /** The hash of its bytes, in hexadecimal. */
  readonly sha256: string;
  readonly size: number;
}

/** The first and the last byte that are read, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the contents of files are stored, each once, by its SHA-256. */
export interface FileStore {
  /** Stores a content durably, or nothing if reading it fails. It is never in memory as a whole. */
  write(content: AsyncIterable<Uint8Array>): Promise<Blob>;
  has(sha256: string): Promise<boolean>;
  /** Reads a content or a part of it; undefined where it is not stored. A stream that is not read must be destroyed. */
  read(sha256: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The thumbnail of an image and its size in bytes; undefined where it has none. */
  readThumbnail(sha256: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** Stores the thumbnail of a content, unless that is not stored. */
  writeThumbnail(sha256: string, content: Uint8Array): Promise<void>;
  /** Sets the time of a content's last write to now, so that it is not removed. Returns false if it is not stored. */
  touch(sha256: string): Promise<boolean>;
  /** Every content, with the time of its last write in milliseconds. */
  list(): AsyncIterable<Blob & { readonly modified: number }>;
  /** Removes a content, with its thumbnail, unless it was written after `before`, in milliseconds. Returns whether it did. */
  remove(sha256: string, before: number): Promise<boolean>;
  /** Removes the remains of uploads and removals that were interrupted before this time, in milliseconds. */
  removeLeftovers(before: number): Promise<void>;
  /** The share of the disk that is free: 1 for all of it. */
  freeShare(): Promise<number>;
  /** The key of signatures, which all instances share. */
  secret(): Promise<Buffer>;
  /** The identity of the folder; undefined if it has not been used yet. */
  folderId(): Promise<string | undefined>;
  /** Gives the folder an identity, unless it has one. Returns its identity. */
  identify(id: string): Promise<string>;
}

const stores = new Map<string, FileStore>();

/** The store of the folder in the settings. One instance for each folder, as it caches prepared subfolders. */
export function fileStoreOf({ files: { folder } }: Pick<Settings, 'files'>): FileStore {
  const store = stores.get(folder) ?? new DiskStore(folder);
  stores.set(folder, store);
  return store;
}
