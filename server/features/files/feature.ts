import * as contract from '#contract/conversation/files.ts';
import { maxFiles } from '#contract/conversation/file-field.ts';
import type { Listener } from '#server/events.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { Answer } from '#server/http/answer.ts';
import { route } from '#server/http/route.ts';
import { cleanUp } from './clean-up.ts';
import { answerContent } from './content.ts';
import { filesOfBugs } from './field.ts';
import { deleteFile, readFile, readFiles, storeFile, upload, withSignedUrl } from './files.ts';
import { deleteUnattached, noteOrphans, usageOf } from './queries.ts';
import { thumbnailJob } from './thumbnails.ts';

/** The deletion of a bug deletes its comments, and detaches the files of both. */
const noteDeletion: Listener = async (tx, _event, { at }) => noteOrphans(tx, at.toISOString());

/** Files of bugs and comments. */
export const files: Feature = {
  name: 'files',
  routes: [
    route(contract.uploadFile, async (call) => {
      const file = await upload(call);
      return new Answer(file, { location: `/api/files/${file._id}` });
    }),
    route(contract.listFiles, async (call) => {
      const found = await readFiles(call.db, call.query.ids, call.caller._id);
      return Promise.all(found.map((file) => withSignedUrl(call, file)));
    }),
    route(contract.getFileLimits, async ({ db, caller, settings }) => ({
      maxFileBytes: settings.files.maxFileBytes,
      maxFiles,
      maxUserBytes: settings.files.maxUserBytes,
      usedBytes: (await usageOf(db, caller._id)).own,
    })),
    route(contract.getFile, async (call) =>
      withSignedUrl(call, await readFile(call.db, call.params.id, call.caller._id)),
    ),
    route(contract.getFileContent, answerContent),
    route(contract.deleteFileById, async (call) => call.write((tx) => deleteFile(tx, call))),
  ],
  bugs: { fields: [filesOfBugs] },
  provides: {
    storeMailedFile: (context, caller, file) =>
      storeFile({ ...context, writeUnconfirmed: context.write, caller }, file),
    deleteMailedFiles: (tx, { _id }, ids) => deleteUnattached(tx, _id, ids),
  },
  jobs: [cleanUp, thumbnailJob],
  listeners: { 'bug deleted': noteDeletion },
};
