import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Bug, createBugBody } from '#contract/bugs/bugs.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import { type FileRef, maxFiles } from '#contract/conversation/file-field.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { Emit } from '#server/events.ts';
import type { ByMail, Composition, MailUser, MailedComment, Provided } from '#server/extensions/feature.ts';
import type { JobContext } from '#server/jobs/job.ts';
import type { ReadMail } from '#server/mail/in/parse-thread.ts';
import type { MailedFile } from '#server/mail/in/parse.ts';
import { Refused } from './refusals.ts';

/** The rules of other features, so that the API's rules apply to mail, too. */
export interface MailInRules {
  /** Posts a comment that came by mail. @throws AppError */
  postComment(tx: Tx, posting: MailedComment): Promise<Comment>;
  /** Files a bug. @throws AppError */
  createBug(
    tx: Tx,
    filing: ByMail & { body: z.output<typeof createBugBody> & { mentions?: readonly string[] } },
  ): Promise<Bug>;
  /** Stores a file as an upload of the user. @throws AppError */
  readonly storeFile: Provided['storeMailedFile'];
  /** Deletes those of these files of the user that nothing has. */
  readonly deleteFiles: Provided['deleteMailedFiles'];
  /** `write` as a unit of work of the user. */
  unitOfWork(context: JobContext, actorId: string, jobId: string): { write: JobContext['write']; emit: Emit };
}

/** The rules of these features. */
export function rulesOf({ bugs, provided, events }: Composition): MailInRules {
  const postMailedComment = provided('postMailedComment');
  return {
    postComment: (tx, posting) => postMailedComment(tx, posting, bugs),
    createBug: (tx, { caller, body, ...filing }) =>
      bugs.create(tx, { ...filing, caller: { ...caller, token: '' } }, body, { canAsk: false }),
    storeFile: provided('storeMailedFile'),
    deleteFiles: provided('deleteMailedFiles'),
    unitOfWork: ({ write, now }, actorId, requestId) => {
      const { emit } = events();
      const origin = () => ({ actorId, address: 'e-mail', requestId, at: now() });
      return { write: (work) => write((tx) => events().run(tx, origin, work)), emit };
    },
  };
}

/** One message to one address; without a `Message-ID`, by its content. */
export function keyOf(
  { messageId, from, subject, text }: Pick<ReadMail, 'messageId' | 'from' | 'subject' | 'text'>,
  sentTo: string,
): string {
  const id = messageId ?? JSON.stringify([from, subject, text]);
  return createHash('sha256').update(`${id}\n${sentTo}`).digest('hex');
}

/**
 * Stores the files of a message as uploads of the user, once: a further attempt at the same `key` finds them.
 * @throws Refused or AppError
 */
export async function storeFiles(
  context: JobContext,
  rules: MailInRules,
  { user, files, key }: { user: MailUser; files: readonly MailedFile[]; key: string },
): Promise<FileRef[]> {
  if (files.length > maxFiles) throw new Refused('tooManyFiles');
  const stored: FileRef[] = [];
  for (const file of files) {
    const id = fileId(key, stored.length);
    stored.push(await rules.storeFile(context, user, { ...named(file, stored.length), id }));
  }
  return stored;
}

/** Deletes what `storeFiles` stored of a message that is refused, so that it does not count towards the quota. */
export async function deleteFiles(
  { write }: JobContext,
  rules: MailInRules,
  { user, files, key }: { user: MailUser; files: readonly MailedFile[]; key: string },
): Promise<void> {
  const ids = files.slice(0, maxFiles).map((_, position) => fileId(key, position));
  if (ids.length > 0) await write((tx) => rules.deleteFiles(tx, user, ids));
}

/** A UUID of version 8 (https://www.rfc-editor.org/rfc/rfc9562#section-5.8). */
function fileId(key: string, position: number): string {
  const digits = createHash('sha256').update(`${key}\nfile ${position}`).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** Images that are pasted into a message often have no name. */
function named(file: MailedFile, before: number): MailedFile {
  return { ...file, name: file.name?.trim() ? file.name : `file-${before + 1}` };
}
