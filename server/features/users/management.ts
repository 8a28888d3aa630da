import type { z } from 'zod';
import { type ManagedUser, updateManagedUser } from '#contract/admin.ts';
import type { Tx } from '#server/db/schema.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { Work } from '#server/http/route.ts';
import { createInvitation } from './invitations.ts';
import * as queries from './management-queries.ts';
import { setRole } from './queries.ts';
import { deleteSessionsOf } from './session-queries.ts';

type Changes = z.output<NonNullable<typeof updateManagedUser.body>>;

/**
 * Changes what an admin may change of a user. There is always one admin who can act.
 * @throws AppError 404, or 409 about the last admin
 */
export async function updateUser(
  { write, emit, now }: Work,
  id: string,
  changes: Changes,
): Promise<ManagedUser> {
  return write(async (tx) => {
    const admins = await queries.countActiveAdmins(tx);
    const before = await findUser(tx, id);
    const after = { ...before, ...withoutUndefined(changes) };
    const isActing = (user: ManagedUser) => user.role === 'admin' && !user.suspended;
    if (isActing(before) && !isActing(after) && admins === 1) {
      throw new AppError('last_admin', 'This is the last admin: make someone else an admin first');
    }
    if (after.role !== before.role) {
      await setRole(tx, id, after.role);
      await emit(tx, { type: 'role changed', userId: id, role: after.role });
    }
    if (after.suspended !== before.suspended) {
      await queries.setSuspended(tx, id, after.suspended ? now().toISOString() : null);
      if (after.suspended) await deleteSessionsOf(tx, id);
      await emit(tx, { type: after.suspended ? 'suspended' : 'reinstated', userId: id });
    }
    return findUser(tx, id);
  });
}

/** @throws AppError 404 */
export async function endSessionsOf({ write, emit }: Work, id: string): Promise<void> {
  await write(async (tx) => {
    await findUser(tx, id);
    await deleteSessionsOf(tx, id);
    await emit(tx, { type: 'sessions ended', userId: id });
  });
}

export async function invite({ write, emit, settings, now }: Work) {
  return write(async (tx) => {
    const invitation = await createInvitation(tx, settings.publicUrl, now());
    await emit(tx, { type: 'invited' });
    return invitation;
  });
}

async function findUser(tx: Tx, id: string): Promise<ManagedUser> {
  const user = await queries.findManaged(tx, id);
  if (!user) throw notFound(updateManagedUser);
  return user;
}

function withoutUndefined({ role, suspended }: Changes) {
  return { ...(role !== undefined && { role }), ...(suspended !== undefined && { suspended }) };
}
