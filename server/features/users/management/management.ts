import type { z } from 'zod';
import { userRefusals } from '#contract/accounts/user-refusals.ts';
import { type ManagedUser, confirmUserEmail, updateManagedUser } from '#contract/admin/admin.ts';
import type { Role } from '#contract/permissions.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Emit } from '#server/events.ts';
import { Answer, streamArray } from '#server/http/answer.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { Caller } from '#server/http/session/session.ts';
import { confirmFor } from '#server/features/users/email/email-confirmations.ts';
import { createInvitation } from './invitations.ts';
import * as queries from './management-queries.ts';
import { voidResetOf } from '#server/features/users/passwords/password-reset-queries.ts';
import { setRole } from '#server/features/users/queries.ts';
import { deleteSessionsOf } from '#server/features/users/sessions/session-queries.ts';
import { lockAndConfirm } from '#server/features/users/sessions/sessions.ts';

type Changes = z.output<NonNullable<typeof updateManagedUser.body>>;

/**
 * Changes the role or suspension of a user. At least one active admin always remains.
 * @throws AppError 404, or 409 about the last admin
 */
export async function updateUser(
  context: RequestContext,
  caller: Caller,
  { id, changes }: { id: string; changes: Changes },
): Promise<ManagedUser> {
  const { writeUnconfirmed, emit, now } = context;
  // The change may affect the caller's own role and sessions.
  return writeUnconfirmed(async (tx) => {
    const admins = await queries.countActiveAdmins(tx);
    await lockAndConfirm(tx, context, caller, id);
    const before = await findUser(tx, id, context);
    const after = { ...before, ...withoutUndefined(changes) };
    const isActing = (user: ManagedUser) => user.role === 'admin' && !user.suspended;
    if (isActing(before) && !isActing(after) && admins === 1) {
      throw new AppError('last_admin', userRefusals.lastAdmin());
    }
    if (after.role !== before.role) await changeRole(tx, emit, { id, role: after.role });
    if (after.suspended !== before.suspended) {
      await queries.setSuspended(tx, id, after.suspended ? now().toISOString() : null);
      if (after.suspended) {
        await deleteSessionsOf(tx, id);
        await voidResetOf(tx, id, now());
      }
      emit(tx, { type: after.suspended ? 'suspended' : 'reinstated', userId: id });
    }
    return findUser(tx, id, context);
  });
}

/** Changes the role of a user; the user's open pages get a live change. */
export async function changeRole(
  tx: Tx,
  emit: Emit,
  { id, role }: { id: string; role: Role },
): Promise<void> {
  await setRole(tx, id, role);
  const change = { kind: 'user', id, version: null } as const;
  emit(tx, { type: 'role changed', userId: id, role, changes: [change] });
}

/** More accounts than these are serialised and sent in pieces, between which other requests are served. */
const atOnce = 200;

/** The accounts whose name or address contains `q`, by name. */
export async function answerManaged(
  { longReads, settings, now }: RequestContext,
  q: string,
): Promise<Answer<ManagedUser[]>> {
  const users = await queries.listManaged(longReads, q, { ...settings, now: now() });
  return users.length <= atOnce ? new Answer(users) : streamArray(piecesOf(users));
}

async function* piecesOf(users: readonly ManagedUser[]): AsyncGenerator<readonly ManagedUser[]> {
  for (let i = 0; i < users.length; i += atOnce) yield users.slice(i, i + atOnce);
}

/** @throws AppError 404 */
export async function endSessionsOf(context: RequestContext, caller: Caller, id: string): Promise<void> {
  // The caller's own session may be among them.
  await context.writeUnconfirmed(async (tx) => {
    await lockAndConfirm(tx, context, caller, id);
    await findUser(tx, id, context);
    await deleteSessionsOf(tx, id);
    context.emit(tx, { type: 'sessions ended', userId: id });
  });
}

/**
 * Confirms an address of a user in place of its owner.
 * @throws AppError 400 where another account has the address, 404 where it does not wait
 */
export async function confirmEmail(
  context: RequestContext,
  caller: Caller,
  address: { userId: string; email: string },
): Promise<ManagedUser> {
  if (!(await confirmFor(context, caller, address))) throw notFound(confirmUserEmail);
  return findUser(context.db, address.userId, context);
}

export async function invite({ write, emit, settings, now }: RequestContext, { token }: Caller) {
  return write(async (tx) => {
    const invitation = await createInvitation(tx, { publicUrl: settings.publicUrl, token, now: now() });
    emit(tx, { type: 'invited' });
    return invitation;
  });
}

async function findUser(
  db: Db,
  id: string,
  { settings, now }: Pick<RequestContext, 'settings' | 'now'>,
): Promise<ManagedUser> {
  const user = await queries.findManaged(db, id, { ...settings, now: now() });
  if (!user) throw notFound(updateManagedUser);
  return user;
}

function withoutUndefined({ role, suspended }: Changes) {
  return { ...(role !== undefined && { role }), ...(suspended !== undefined && { suspended }) };
}
