import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { fileFieldMessages, fileRef } from './file-field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { isAdmin, type Permission } from '#contract/permissions.ts';
import { id } from '#contract/text.ts';
import type { UserRef } from '#contract/accounts/users.ts';

export type { FileRef } from './file-field.ts';

/** The types of files that browsers show within a page; all others are downloaded. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const;

/** How many files can be read by id at once. */
export const maxFileIds = 50;

/** The name of the form field that contains the file. */
export const uploadField = 'file';

export const fileMessages = catalogue('files', {
  notFound: () => 'File not found',
  noIds: ({ max }: { max: number }) => `ids must be 1 to ${max} ids of files, separated by commas`,
  noFile: () => 'Send one file as multipart/form-data',
  severalFiles: () => 'Only one file can be sent at a time',
  noName: () => 'The file must have a name',
  tooLarge: ({ max }: { max: number }) => `Files can have at most ${max.toLocaleString('en')} MB`,
  tooManyPixels: ({ max }: { max: number }) => `Images can have at most ${max} megapixels`,
  userQuota: ({ max }: { max: number }) =>
    `Your files would take up more than ${max.toLocaleString('en')} GB. Remove some. Removed files count for three more days.`,
  storageQuota: () => 'There is no more room for files. Ask an admin.',
  uploadBroken: () => 'The upload broke off',
  tooManyUploads: () => 'You are uploading too many files at once',
  notAttachable: () => 'Only files that you have uploaded, and that belong to nothing else, can be added',
  stillAttached: () => 'This file belongs to a bug or a comment: remove it there',
});

/** The data of a file on which the permission to delete it depends. */
interface DeletableFile {
  readonly createdBy: Pick<UserRef, '_id'>;
  readonly isAttached: boolean;
}

const deleteFile: Permission<DeletableFile> = {
  name: 'delete file',
  on: 'file',
  refusal: fileMessages.stillAttached(),
  allows: (actor, { createdBy, isAttached }) =>
    !isAttached && (isAdmin(actor) || actor._id === createdBy._id),
};

export const filePermissions = { delete: deleteFile };

const params = z.strictObject({ id });
const notFound = fileMessages.notFound();
const noIds = says(fileMessages.noIds({ max: maxFileIds }));

/* Uses only parts of Zod that the web loads anyway. */
const ids = z.pipe(
  z.pipe(
    z.string({ error: noIds }),
    z.transform((text) => text.split(',')),
  ),
  z
    .array(z.string().check(z.refine((value) => id.safeParse(value).success, { error: noIds })))
    .check(z.refine((all) => all.length <= maxFileIds, { error: noIds })),
);

export const uploadFile = endpoint('POST', '/api/files', {
  summary: `Uploads one file, as \`${uploadField}\` of \`multipart/form-data\`. It belongs to nothing until its id is in \`files\` of a bug or a comment, and is deleted after three days without that. \`url\` is the address of its content; it is signed and needs no token for some minutes. Its type follows from its content; ask \`GET /api/files/limits\` for its maximum size.`,
  access: 'signed-in',
  status: 201,
  upload: true,
  response: fileRef,
  errors: ['too_many_requests'],
});

export const listFiles = endpoint('GET', '/api/files', {
  summary: `The files with these \`ids\` (at most ${maxFileIds}, separated by commas), each with a signed address as \`url\`; those that do not exist are left out.`,
  access: 'signed-in',
  status: 200,
  query: z.strictObject({ ids }),
  response: z.array(fileRef),
});

export const getFileLimits = endpoint('GET', '/api/files/limits', {
  summary:
    'How large a file can be, in bytes, and how many a bug or a comment can have; how much of their quota the files of the caller take up, in bytes.',
  access: 'signed-in',
  status: 200,
  response: z.object({
    maxFileBytes: z.int(),
    maxFiles: z.int(),
    maxUserBytes: z.int(),
    usedBytes: z.int(),
  }),
});

export const getFile = endpoint('GET', '/api/files/:id', {
  summary:
    'One file, with a signed address as `url`: a file of a bug or a comment, or an own upload that belongs to nothing yet.',
  access: 'signed-in',
  status: 200,
  params,
  response: fileRef,
  notFound,
});

const flag = z.optional(z.literal('1'));

export const getFileContent = endpoint('GET', '/api/files/:id/content', {
  summary:
    'The content of a file, or the ranges of it that `Range` asks for. Needs a token or the signature of an address that another call returned. With `thumbnail=1`, a smaller version of an image if there is one; with `download=1`, images are downloaded as all other files are.',
  access: 'signed-in',
  status: 200,
  params,
  query: z.strictObject({
    user: z.optional(z.string()),
    expires: z.optional(z.string()),
    signature: z.optional(z.string()),
    thumbnail: flag,
    download: flag,
  }),
  signed: true,
  notFound,
});

export const deleteFileById = endpoint('DELETE', '/api/files/:id', {
  summary:
    'Deletes an own upload that belongs to nothing; admins can delete those of others. It counts for the quota for as long as its content is on the disk, three days at most. A file of a bug or a comment is removed there, by `files`.',
  access: filePermissions.delete,
  status: 204,
  params,
  notFound,
});

/** The address of the content of a file, without a signature. */
export function contentPath(fileId: string): string {
  return `/api/files/${fileId}/content`;
}

export const manifest = {
  endpoints: [uploadFile, listFiles, getFileLimits, getFile, getFileContent, deleteFileById],
  messages: { fileField: fileFieldMessages, files: fileMessages },
  permissions: filePermissions,
  shapes: { File: fileRef },
} as const satisfies Manifest;
