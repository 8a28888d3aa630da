import * as z from 'zod/mini';
import { bugField } from '#contract/bugs/field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { id, timestamp } from '#contract/text.ts';
import { userRef } from '#contract/accounts/users.ts';

/* In a file without endpoints, because the web needs the field before sign-in. */

/** A file, as bugs and comments have it. */
export const fileRef = z.object({
  _id: id,
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  /** The media type, detected from the content of the file; the type that the client sends is ignored. */
  type: z.string(),
  sha256: z.string(),
  /** The size of an image in pixels; null for other files. */
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

const error = says(fileFieldMessages.notFiles({ max: maxFiles }));

/** Ids of files, in the order in which they are shown. */
export const fileIds = z.pipe(
  z
    .array(z.string({ error }).check(z.refine((value) => id.safeParse(value).success, { error })), { error })
    .check(z.maxLength(maxFiles, { error })),
  z.transform((ids: string[]) => [...new Set(ids)]),
);

/** The files of a bug. */
export const filesField = bugField({
  label: 'Files',
  value: z.array(fileRef),
  input: fileIds,
  isRequired: false,
  empty: [] as FileRef[],
  inputOf: (files: readonly FileRef[]) => files.map(({ _id }) => _id),
  merge: 'items',
  query: { has: 'files' },
});
