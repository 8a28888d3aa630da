import type { Bug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/questions.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { BugWork, Editing } from '#server/extensions/bug-work.ts';
import { demand } from '#server/http/session/session.ts';
import { findAsked } from './queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'reporter asked': { bugId: string; reporterId: string };
  }
}

const always = () => true;

/**
 * Asks the reporter of a bug, who is notified as of a mention. Changes nothing if the question is the same. @throws
 * AppError 404 or 403
 */
export async function askReporter(
  tx: Tx,
  call: Editing,
  { id, text }: { id: string; text: string },
  bugs: BugWork,
): Promise<Bug> {
  const { caller, now, emit } = call;
  const edit = { id, isExpected: always, byRule: ['question'] } as const;
  // Locks the bug, so that no other question comes between.
  const before = await bugs.work(tx, call, { ...edit, edit: {} });
  if (before.question?.text === text) return before;
  const question = { text, by: caller._id, at: now().toISOString() };
  const bug = await bugs.work(tx, call, { ...edit, edit: { question } });
  emit(tx, { type: 'reporter asked', bugId: id, reporterId: bug.createdBy._id });
  return bug;
}

/** Withdraws a question; changes nothing if there is none. @throws AppError 404 or 403 */
export async function withdrawQuestion(tx: Tx, call: Editing, id: string, bugs: BugWork): Promise<Bug> {
  const edit = { id, edit: { question: null }, isExpected: always, byRule: ['question'] } as const;
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
