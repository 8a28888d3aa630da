import type { BugInputs } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/questions.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/permission.ts';
import { findAsked } from './queries.ts';

type Asker = Pick<Call<typeof contract.askReporter>, 'caller' | 'emit' | 'now' | 'settings'>;

interface Edit {
  id: string;
  edit: { question?: BugInputs['question'] };
  isExpected: (version: number) => boolean;
  byRule: boolean;
}

/** What is asked of the rules for bugs. */
export interface Asking {
  /** An edit by someone who works on the bug. @throws AppError 404 or 403 */
  work(tx: Tx, call: Asker, edit: Edit): Promise<Bug>;
  /** An edit that `authorise` allows of the bug as it is stored, by throwing otherwise. @throws AppError 404 */
  change(tx: Tx, call: Asker, edit: Edit, authorise: (bug: Bug) => void): Promise<Bug>;
}

const always = () => true;

/**
 * Asks the reporter of a bug, who is notified as of a mention. Where that is what the reporter is asked already, the bug stays
 * as it is. @throws AppError 404 or 403
 */
export async function askReporter(
  tx: Tx,
  call: Asker,
  { id, text }: { id: string; text: string },
  bugs: Asking,
): Promise<Bug> {
  const { caller, now, emit } = call;
  const edit = { id, isExpected: always, byRule: true };
  // Locks the bug, so that no other question comes between.
  const before = await bugs.work(tx, call, { ...edit, edit: {} });
  if (before.question?.text === text) return before;
  const question = { text, by: caller._id, at: now().toISOString() };
  const bug = await bugs.work(tx, call, { ...edit, edit: { question } });
  emit(tx, { type: 'mentions changed', bugId: id, mentioned: [bug.createdBy._id] });
  return bug;
}

/** Takes a question back; a bug without one stays as it is. @throws AppError 404 or 403 */
export async function withdrawQuestion(tx: Tx, call: Asker, id: string, bugs: Asking): Promise<Bug> {
  const edit = { id, edit: { question: null }, isExpected: always, byRule: true };
  // Of the locked bug: a question that someone asks meanwhile is theirs.
  return bugs.change(tx, call, edit, ({ question }) => {
    if (question) demand(call.caller, contract.questionPermissions.withdraw, question);
  });
}

/** Whether a comment of this user answers the question to the reporter of a bug. */
export async function isAnswer(db: Db, bugId: string, authorId: string): Promise<boolean> {
  const asked = await findAsked(db, bugId);
  return asked !== undefined && asked.askerId !== null && asked.reporterId === authorId;
}
