import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Bug, createBugBody } from '#contract/bugs/bugs.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import { type FileRef, maxFiles } from '#contract/conversation/file-field.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Emit } from '#server/events.ts';
import type { JobContext } from '#server/jobs/job.ts';
import type { ReadMail } from '#server/mail/in/parse-thread.ts';
import type { MailedFile } from '#server/mail/in/parse.ts';
import type { MailUser } from './queries.ts';
import { Refused } from './refusals.ts';

/** Who does something by mail, and when. */
interface Doing {
  caller: MailUser;
  emit: Emit;
  now: () => Date;
  settings: JobContext['settings'];
}

/** The rules of other features, so that the API's rules apply to mail, too. */
export interface MailInRules {
  /** Posts a comment that came by mail. @throws AppError */
  postComment(
    tx: Tx,
    posting: Doing & {
      params: { id: string };
      body: { body: string; files: string[] };
      /** Whether the message has more text than the comment. */
      isTrimmed: boolean;
    },
  ): Promise<Comment>;
  /** Files a bug. @throws AppError */
  createBug(
    tx: Tx,
    filing: Doing & { body: z.output<typeof createBugBody> & { mentions?: readonly string[] } },
  ): Promise<Bug>;
  /** Stores a file as an upload of the user. @throws AppError */
  storeFile(context: JobContext, user: MailUser, file: MailedFile): Promise<FileRef>;
  /** `write` as a unit of work of the user. */
  unitOfWork(context: JobContext, actorId: string, jobId: string): { write: JobContext['write']; emit: Emit };
}

/** One message to one address; without a `Message-ID`, by its content. */
export function keyOf({ messageId, from, subject, text }: ReadMail, sentTo: string): string {
  const id = messageId ?? JSON.stringify([from, subject, text]);
  return createHash('sha256').update(`${id}\n${sentTo}`).digest('hex');
}

/** Stores the files of a message as uploads of the user. @throws Refused or AppError */
export async function storeFiles(
  context: JobContext,
  rules: MailInRules,
  { user, files }: { user: MailUser; files: readonly MailedFile[] },
): Promise<FileRef[]> {
  if (files.length > maxFiles) throw new Refused('tooManyFiles');
  const stored: FileRef[] = [];
  for (const file of files) stored.push(await rules.storeFile(context, user, named(file, stored.length)));
  return stored;
}

/** Images that are pasted into a message often have no name. */
function named({ name, content }: MailedFile, before: number): MailedFile {
  return { name: name?.trim() ? name : `file-${before + 1}`, content };
}
