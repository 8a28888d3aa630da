import type { Bug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/triage.ts';
import type { Output } from '#contract/endpoint.ts';
import { raiseAllRevisions } from '#server/engine/bugs/bug-revisions.ts';
import { holdBug } from '#server/engine/bugs/bugs.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { BugWork } from '#server/extensions/bug-work.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/session.ts';
import * as queries from './queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'reporter asked': { bugId: string; reporterId: string };
    'triage snoozed': object;
    'bugs accepted': object;
  }
}

const day = 86_400_000;
/** The highest count; more is shown as `1000+`. */
const mostCounted = 1_000;

/** The number of bugs that wait for the caller's triage, and the newest of all that wait. */
export async function getTriage({
  db,
  caller,
  now,
}: Call<typeof contract.getTriage>): Promise<Output<typeof contract.getTriage>> {
  const waiting = { userId: caller._id, now: now().toISOString(), limit: mostCounted + 1 };
  const { count, newest } = await queries.countWaiting(db, waiting);
  return { total: count > mostCounted ? `${mostCounted}+` : String(count), newest };
}

/** Accepts a batch of the bugs that wait. Their versions stay, and only the audit trail records who accepted them. */
export async function acceptWaiting(
  tx: Tx,
  { caller, body: { upTo }, emit }: Call<typeof contract.acceptWaiting>,
): Promise<Output<typeof contract.acceptWaiting>> {
  const accepted = await queries.acceptWaiting(tx, upTo, contract.maxAccepted);
  if (accepted > 0) {
    raiseAllRevisions(tx);
    emit(tx, {
      type: 'bugs accepted',
      changes: [{ kind: 'triage', id: caller._id, version: null }],
      audit: { action: 'bugs accepted', details: `${accepted}, up to #${upTo}` },
    });
  }
  return { accepted, hasMore: accepted === contract.maxAccepted };
}

/** Snoozes a bug in the caller's triage, or ends the snooze. @throws AppError 404, or 400 for a time too far away */
export async function snoozeTriage(
  tx: Tx,
  { caller, params: { id }, body: { until }, now, emit }: Call<typeof contract.snoozeTriage>,
): Promise<void> {
  const latest = now().getTime() + contract.maxTriageSnoozeDays * day;
  if (until !== null && Date.parse(until) > latest)
    throw fieldError('until', contract.triageMessages.noUntil({ days: contract.maxTriageSnoozeDays }));
  if (!(await holdBug(tx, id))) throw notFound(contract.snoozeTriage);
  await queries.storeSnooze(tx, { userId: caller._id, bugId: id, until, now: now().toISOString() });
  emit(tx, { type: 'triage snoozed', changes: [{ kind: 'snoozes', id: caller._id, version: null }] });
}

const always = () => true;

/**
 * Asks the reporter of a bug, who is notified as for a mention. Changes nothing if the question is the same.
 * @throws AppError 404 or 403
 */
export async function askReporter(
  tx: Tx,
  call: Call<typeof contract.askReporter>,
  bugs: BugWork,
): Promise<Bug> {
  const { caller, now, emit, params, body } = call;
  const edit = { id: params.id, isExpected: always, byRule: ['question'] } as const;
  // Locks the bug, so that no other question is asked in between.
  const before = await bugs.work(tx, call, { ...edit, edit: {} });
  if (before.question?.text === body.text) return before;
  const question = { text: body.text, by: caller._id, at: now().toISOString() };
  const bug = await bugs.work(tx, call, { ...edit, edit: { question } });
  emit(tx, { type: 'reporter asked', bugId: bug._id, reporterId: bug.createdBy._id });
  return bug;
}

/** Withdraws a question; changes nothing if there is none. @throws AppError 404 or 403 */
export async function withdrawQuestion(
  tx: Tx,
  call: Call<typeof contract.withdrawQuestion>,
  bugs: BugWork,
): Promise<Bug> {
  const edit = {
    id: call.params.id,
    edit: { question: null },
    isExpected: always,
    byRule: ['question'],
  } as const;
  // Checked on the locked bug, which may have a question by another user by then.
  return bugs.change(tx, call, edit, ({ question }) => {
    if (question) demand(call.caller, contract.questionPermissions.withdraw, question);
  });
}

/** Whether a comment of this user answers the question to the reporter of a bug. */
export async function isAnswer(db: Db, bugId: string, authorId: string): Promise<boolean> {
  const asked = await queries.findAsked(db, bugId);
  return asked !== undefined && asked.askerId !== null && asked.reporterId === authorId;
}
