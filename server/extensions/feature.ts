import type { FastifyInstance } from 'fastify';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import type { Mention, Comment } from '#contract/conversation/comments.ts';
import type { FileRef } from '#contract/conversation/file-field.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Emit, EventDispatcher, Listeners } from '#server/events.ts';
import type { BugFinder } from '#server/finding/finder.ts';
import type { AppContext } from '#server/http/request-context.ts';
import type { Route } from '#server/http/route.ts';
import type { Caller } from '#server/http/session/session.ts';
import type { Job, JobContext } from '#server/jobs/job.ts';
import type { MailedFile } from '#server/mail/in/mailed-files.ts';
import type { BugExtension } from './bug-extension.ts';
import type { ServerField } from './bug-field.ts';
import type { BugWork, Editing, Mentioning } from './bug-work.ts';

/** The parts of a feature that serve requests, react to events and run jobs. */
interface FeatureParts {
  readonly routes: readonly Route[];
  /** How it reacts to domain events. */
  readonly listeners?: Listeners;
  /** Its background work. */
  readonly jobs?: readonly Job[];
  /** Serves an address that is not the API's. */
  readonly serve?: (app: FastifyInstance, context: AppContext) => void;
}

/** The parts of a feature that other features use. */
interface Additions {
  readonly name: string;
  /** The parts that it adds to bugs. */
  readonly bugs?: BugExtension;
  /** The functions that it provides to other features. */
  readonly provides?: Partial<Provided>;
}

/** A part of the product: its manifest lists all that it adds to the server. */
export interface Feature extends Additions, FeatureParts {}

/** A feature with parts that depend on what other features add. */
export interface ComposedFeature extends Additions {
  compose(composition: Composition): FeatureParts;
}

/** The additions of all features together. */
export interface Composition {
  /** All fields of bugs: the specification's and those that features add. */
  readonly fields: readonly ServerField[];
  /** What each feature adds to bugs, in the order of the features. */
  readonly extensions: readonly BugExtension[];
  readonly bugs: BugWork;
  readonly finder: BugFinder;
  /** The function that a feature provides under this name. */
  provided<Name extends keyof Provided>(name: Name): Provided[Name];
  /** The events of all features, once these are composed. */
  events(): EventDispatcher;
  /** The routes of all features, once these are composed. */
  routes(): readonly Route[];
}

/** The functions that features use from each other without importing each other. */
export interface Provided {
  readonly descriptionMentions: DescriptionMentions;
  /** Maps each duplicate's id to the bug at the end of its chain. */
  finalBugs(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, BugReference>>;
  /** Posts a comment that came by mail, by the rules for comments and bugs. @throws AppError */
  postMailedComment(tx: Tx, posting: MailedComment, bugs: BugWork): Promise<Comment>;
  /**
   * Stores a file that came by mail, by the rules for the user's uploads, unless it was stored before. @throws AppError
   */
  storeMailedFile(context: JobContext, user: MailUser, file: MailedFile & { id: string }): Promise<FileRef>;
  /** Deletes the user's files with these ids, except attached ones. */
  deleteMailedFiles(tx: Tx, user: MailUser, ids: readonly string[]): Promise<void>;
}

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
  /** Refuses a change that `count` would refuse now. @throws AppError 429 */
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
interface MailedComment extends ByMail {
  params: { id: string };
  body: { body: string; files: string[] };
  /** The whole text of the message, and whether the comment contains less of it. */
  mail: { text: string; isTrimmed: boolean };
}
