import * as z from 'zod/mini';
import { catalogue } from './messages.ts';
import { id, timestamp } from './text.ts';
import { userRef } from './users.ts';

/* Apart from the endpoints, because the web needs the field before anyone has signed in. */

/** A file, as bugs and comments have it. */
export const fileRef = z.object({
  _id: id,
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  /** The media type, by the content of the file and never by what its sender says. */
  type: z.string(),
  sha256: z.string(),
  /** Of images, in pixels; null of all others. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  createdBy: userRef,
  createdAt: timestamp,
  /** The address of the content. In the endpoints of files, it is signed and needs no token for some minutes. */
  url: z.string(),
});

export type FileRef = z.infer<typeof fileRef>;

/** How many files a bug or a comment can have. */
export const maxFiles = 20;

export const fileFieldMessages = catalogue('fileField', {
  notFiles: ({ max }: { max: number }) => `Files must be the ids of at most ${max} files`,
});
