import type { BugInputs } from '#contract/bug-fields.ts';
import type { Bug } from '#contract/bugs.ts';
import * as contract from '#contract/questions.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/permission.ts';
import { findAsked } from './queries.ts';

type Asker = Pick<Call<typeof contract.askReporter>, 'caller' | 'emit' | 'now' | 'settings'>;

interface Edit {
  id: string;
  edit: { question: BugInputs['question'] };
  isExpected: (version: number) => boolean;
  byRule: boolean;
}

/** What is asked of the rules for bugs. */
export interface Asking {
  /** An edit by someone who works on the bug. @throws AppError 404 or 403 */
  work(tx: Tx, call: Asker, edit: Edit): Promise<Bug>;
  /** An edit whose permission was checked. @throws AppError 404 */
  change(tx: Tx, call: Asker, edit: Edit): Promise<Bug>;
}

const always = () => true;

/** Asks the reporter of a bug, who is notified as of a mention. @throws AppError 404 or 403 */
export async function askReporter(
  tx: Tx,
  call: Asker,
  { id, text }: { id: string; text: string },
  bugs: Asking,
): Promise<Bug> {
  const { caller, now, emit } = call;
  const question = { text, by: caller._id, at: now().toISOString() };
  const bug = await bugs.work(tx, call, { id, edit: { question }, isExpected: always, byRule: true });
  emit(tx, { type: 'mentions changed', bugId: id, mentioned: [bug.createdBy._id] });
  return bug;
}

/** Takes a question back; a bug without one stays as it is. @throws AppError 404 or 403 */
export async function withdrawQuestion(tx: Tx, call: Asker, id: string, bugs: Asking): Promise<Bug> {
  const asked = await findAsked(tx, id);
  if (!asked) throw notFound(contract.withdrawQuestion);
  demand(call.caller, contract.questionPermissions.withdraw, {
    by: { _id: asked.askerId ?? call.caller._id },
  });
  return bugs.change(tx, call, { id, edit: { question: null }, isExpected: always, byRule: true });
}

/** Whether a comment of this user answers the question to the reporter of a bug. */
export async function isAnswer(db: Db, bugId: string, authorId: string): Promise<boolean> {
  const asked = await findAsked(db, bugId);
  return asked !== undefined && asked.askerId !== null && asked.reporterId === authorId;
}
