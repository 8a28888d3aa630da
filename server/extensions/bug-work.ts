import type { z } from 'zod';
import type { BugFieldName } from '#contract/bugs/bug-fields.ts';
import type { Bug, createBugBody, getBug, updateBugBody } from '#contract/bugs/bugs.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Call } from '#server/http/request-context.ts';

/** The user who changes bugs, and the time. */
export type Editing = Pick<Call<typeof getBug>, 'caller' | 'emit' | 'now' | 'settings'>;

/** The ids of the users whom the description mentions; undefined to derive them from its text. */
export interface Mentioning {
  readonly mentions?: readonly string[] | undefined;
}

/** An edit of a bug, by its id. */
export interface Edit {
  id: string;
  edit: z.output<typeof updateBugBody> & Mentioning;
  /** Whether the caller has seen the stored version. */
  isExpected: (version: number) => boolean;
  /** The fields that a feature's rule sets, because some values can only be set by rules. */
  byRule?: readonly BugFieldName[];
}

/** How other features file, edit and lock bugs. */
export interface BugWork {
  /** Files a bug. If missing inputs cannot be demanded (`canAsk`), it may lack required ones. @throws AppError 400 */
  create(
    tx: Tx,
    call: Editing,
    filing: z.output<typeof createBugBody> & Mentioning,
    options?: { canAsk?: boolean },
  ): Promise<Bug>;
  /** An edit by a user who can work on the bug. @throws AppError 404, 403, or 412 with the stored bug */
  work(tx: Tx, call: Editing, edit: Edit): Promise<Bug>;
  /** An edit authorised by another rule: `authorise` throws if it is not allowed. @throws AppError 404, or 412 */
  change(tx: Tx, call: Editing, edit: Edit, authorise: (bug: Bug) => void): Promise<Bug>;
  /** The bug, locked until the transaction ends. */
  findToChange(tx: Tx, id: string): Promise<Bug | undefined>;
  /** Whether a comment of this user answers a question of a feature about a bug. */
  isAnswer(db: Db, bugId: string, authorId: string): Promise<boolean>;
}
