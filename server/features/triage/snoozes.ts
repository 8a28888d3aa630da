import * as contract from '#contract/bugs/triage.ts';
import { holdBug } from '#server/engine/bugs/bugs.ts';
import type { Tx } from '#server/engine/schema.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import * as queries from './queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'triage snoozed': object;
  }
}

const day = 86_400_000;

/** Snoozes a bug in the caller's triage, or ends the snooze. @throws AppError 404, or 400 for a time too far away */
export async function snoozeTriage(
  tx: Tx,
  { caller, params: { id }, body: { until }, now, emit }: Call<typeof contract.snoozeTriage>,
): Promise<void> {
  const latest = now().getTime() + contract.maxTriageSnoozeDays * day;
  if (until !== null && Date.parse(until) > latest)
    throw fieldError('until', contract.triageMessages.noUntil({ days: contract.maxTriageSnoozeDays }));
  if (!(await holdBug(tx, id))) throw notFound(contract.snoozeTriage);
  // Deletes ended snoozes, so that the list stays short.
  await queries.removeEnded(tx, caller._id, now().toISOString());
  if (until === null) await queries.removeSnooze(tx, caller._id, id);
  else await queries.setSnooze(tx, { user_id: caller._id, bug_id: id, until });
  emit(tx, { type: 'triage snoozed', changes: [{ kind: 'snoozes', id: caller._id, version: null }] });
}
