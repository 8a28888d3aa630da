import type { Problem } from '#web/lib/form/problem.ts';
import { fileTexts } from './texts.ts';
import { UploadError } from './upload-queue.ts';

/** The message of a form that was not sent because of a file; undefined for any other failure. */
export function uploadProblem(error: unknown): Problem | undefined {
  if (!(error instanceof UploadError)) return undefined;
  return { title: fileTexts.notUploaded(error.upload.file.name), text: fileTexts.retryOrRemove };
}
