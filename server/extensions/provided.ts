import type { BugReference } from '#contract/bugs/bug-references.ts';
import type { Mention } from '#contract/conversation/bug-mentions.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import type { FileRef } from '#contract/conversation/file-field.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Emit } from '#server/events.ts';
import type { Caller } from '#server/http/session/session.ts';
import type { JobContext } from '#server/jobs/job.ts';
import type { MailedFile } from '#server/mail/in/parse.ts';
import type { BugWork, Editing, Mentioning } from './bug-work.ts';

/** The mentions in descriptions. */
export interface DescriptionMentions {
  find(tx: Tx, bugId: string): Promise<Mention[]>;
  /** @throws AppError 400 if a given user cannot be mentioned */
  mentionedIn(tx: Tx, text: { text: string } & Mentioning): Promise<Mention[]>;
  /** The users whom an edited description mentions. @throws AppError 400 if a given user cannot be mentioned */
  mentionedAfter(
    tx: Tx,
    before: { text: string; mentions: readonly Mention[] },
    after: { text: string } & Mentioning,
  ): Promise<readonly Mention[]>;
  /** Refuses what `count` would refuse now. @throws AppError 429 */
  check(tx: Tx, call: Editing, change: MentionChange): Promise<void>;
  /** Counts newly mentioned users; if there are too many in a short time, the transaction fails with 429. */
  count(tx: Tx, call: Editing, change: MentionChange): void;
  store(tx: Tx, bugId: string, change: MentionChange): void;
}

/** The users whom a text mentioned before and mentions now. */
export interface MentionChange {
  readonly before: readonly Mention[];
  readonly after: readonly Mention[];
}

/** The user of a message that came by mail: there is no session. */
export type MailUser = Omit<Caller, 'token'>;

/** The user who acts by mail, and the time. */
export interface ByMail {
  caller: MailUser;
  emit: Emit;
  now: () => Date;
  settings: JobContext['settings'];
}

/** A comment that came by mail. */
export interface MailedComment extends ByMail {
  params: { id: string };
  body: { body: string; files: string[] };
  /** Whether the message has more text than the comment. */
  isTrimmed: boolean;
}

/** Functions that features use from each other without importing each other. */
export interface Provided {
  readonly descriptionMentions: DescriptionMentions;
  /** The bugs that duplicates lead to, behind all duplicates between them, by the ids of the duplicates. */
  finalBugs(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, BugReference>>;
  /** Posts a comment that came by mail, by the rules for comments and bugs. @throws AppError */
  postMailedComment(tx: Tx, posting: MailedComment, bugs: BugWork): Promise<Comment>;
  /** Stores a file that came by mail, by the rules for uploads of the user, unless it was stored before. @throws AppError */
  storeMailedFile(context: JobContext, user: MailUser, file: MailedFile & { id: string }): Promise<FileRef>;
  /** Deletes those of the user's files that are not attached to a bug or comment. */
  deleteMailedFiles(tx: Tx, user: MailUser, ids: readonly string[]): Promise<void>;
}
