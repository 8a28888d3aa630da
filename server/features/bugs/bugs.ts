import type { z } from 'zod';
import { inputsOf } from '#contract/bug-fields.ts';
import {
  type Bug,
  type BugFilter,
  bugPermissions,
  type createBugBody,
  getBug,
  type updateBugBody,
} from '#contract/bugs.ts';
import { isSameInput } from '#contract/field.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { AppError, fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/permission.ts';
import type { Caller } from '#server/http/session/session.ts';
import type { BugConditions } from './list-statement.ts';
import * as queries from './queries.ts';

/** @throws AppError 404 */
export async function findBug(db: Db, id: string): Promise<Bug> {
  return found(await queries.findBug(db, id));
}

function found(bug: Bug | undefined): Bug {
  if (!bug) throw notFound(getBug);
  return bug;
}

/** The filter as the database knows it: `me` and `none` replaced. */
export function conditionsFor(
  caller: Caller,
  { assignedTo, createdBy, ...rest }: BugFilter & Pick<BugConditions, 'number'>,
): BugConditions {
  return {
    ...rest,
    assignedTo: assignedTo === 'none' ? null : assignedTo === 'me' ? caller._id : assignedTo,
    createdBy: createdBy === 'me' ? caller._id : createdBy,
  };
}

/** Who changes bugs, when, and whom to tell. */
type Editing = Pick<Call<typeof getBug>, 'caller' | 'emit' | 'now'>;

/** Files a bug. It is never older than the one before it, even when the clock was set back. */
export async function createBug(
  tx: Tx,
  { caller, emit, now }: Editing,
  { assignedTo = null, ...fields }: z.output<typeof createBugBody>,
): Promise<Bug> {
  await checkAssignee(tx, assignedTo);
  const number = await queries.nextNumber(tx);
  const at = latest(now(), await queries.newestCreation(tx));
  const id = await queries.insertBug(tx, { number, creatorId: caller._id, at }, { ...fields, assignedTo });
  const bug = await findBug(tx, id);
  emit(tx, { type: 'bug created', bug });
  return bug;
}

/**
 * Edits a bug. `isExpected` tells whether the stored version is one the caller knows.
 * @throws AppError 404, 403, or 412 with the stored bug
 */
export async function updateBug(
  tx: Tx,
  { caller, emit, now }: Editing,
  {
    id,
    edit,
    isExpected,
  }: { id: string; edit: z.output<typeof updateBugBody>; isExpected: (version: number) => boolean },
): Promise<Bug> {
  const before = found(await queries.findBugToChange(tx, id));
  demand(caller, bugPermissions.edit, before);
  if (!isExpected(before.version)) throw changedMeanwhile(before);
  const changes = changesTo(before, edit);
  if (Object.keys(changes).length === 0) return before;
  if (changes.assignedTo !== undefined) await checkAssignee(tx, changes.assignedTo);
  await queries.updateBug(tx, before, changes, latest(now(), before.updatedAt));
  const bug = await findBug(tx, id);
  emit(tx, { type: 'bug updated', before, bug });
  return bug;
}

/** @throws AppError 404 or 403 */
export async function deleteBug(tx: Tx, { caller, emit }: Editing, id: string): Promise<void> {
  const bug = found(await queries.findBugToChange(tx, id));
  demand(caller, bugPermissions.delete, bug);
  await queries.deleteBug(tx, bug);
  emit(tx, { type: 'bug deleted', bug });
}

/** What of an edit differs from the bug as it is. */
function changesTo(bug: Bug, edit: z.output<typeof updateBugBody>): Partial<queries.BugFields> {
  const current = inputsOf(bug);
  const changed = Object.entries(edit).filter(
    ([field, value]) => value !== undefined && !isSameInput(value, current[field as keyof typeof edit]),
  );
  return Object.fromEntries(changed);
}

function changedMeanwhile(bug: Bug): AppError {
  return new AppError('version_mismatch', 'Someone else has changed this bug meanwhile', {
    headers: { etag: etag(bug) },
    body: { bug },
  });
}

async function checkAssignee(db: Db, id: string | null): Promise<void> {
  if (id !== null && !(await queries.userExists(db, id))) {
    throw fieldError('assignedTo', 'Assigned To must be one of the users');
  }
}

function latest(now: Date, earlier: string | undefined): string {
  const time = now.toISOString();
  return earlier !== undefined && earlier > time ? earlier : time;
}

/** The ETag of a bug: its version. */
export function etag({ version }: Pick<Bug, 'version'>): string {
  return `"${version}"`;
}
