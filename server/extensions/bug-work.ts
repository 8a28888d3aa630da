import type { z } from 'zod';
import type { BugFieldName } from '#contract/bugs/bug-fields.ts';
import type { Bug, createBugBody, getBug, updateBugBody } from '#contract/bugs/bugs.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import type { Call } from '#server/http/request-context.ts';

/** Who changes bugs, and when. */
export type Editing = Pick<Call<typeof getBug>, 'caller' | 'emit' | 'now' | 'settings'>;

/** The ids of whom the description is to mention; undefined where its text decides. */
export interface Mentioning {
  readonly mentions?: readonly string[] | undefined;
}

/** A change of the bug with this id. */
export interface Edit {
  id: string;
  edit: z.output<typeof updateBugBody> & Mentioning;
  /** Whether the caller has seen the stored version. */
  isExpected: (version: number) => boolean;
  /** The fields that a rule of a feature sets, to what no request may set them to. */
  byRule?: readonly BugFieldName[];
}

/** The rules for bugs with all that features add to them, for features that change bugs. */
export interface BugWork {
  /** Files a bug. Where the filer cannot be asked (`canAsk`), what is required may be missing. @throws AppError 400 */
  create(
    tx: Tx,
    call: Editing,
    filing: z.output<typeof createBugBody> & Mentioning,
    options?: { canAsk?: boolean },
  ): Promise<Bug>;
  /** An edit by someone who works on the bug. @throws AppError 404, 403, or 412 with the stored bug */
  work(tx: Tx, call: Editing, edit: Edit): Promise<Bug>;
  /** An edit of who is allowed to make it by another rule: `authorise` throws otherwise. @throws AppError 404, or 412 */
  change(tx: Tx, call: Editing, edit: Edit, authorise: (bug: Bug) => void): Promise<Bug>;
  /** The bug as it stays until the transaction ends, as no other transaction can change it meanwhile. */
  findToChange(tx: Tx, id: string): Promise<Bug | undefined>;
  /** Whether a comment of this user answers what a feature has asked about a bug. */
  isAnswer(db: Db, bugId: string, authorId: string): Promise<boolean>;
}
