import { userRefusals } from '#contract/accounts/users.ts';
import * as contract from '#contract/admin/admin.ts';
import type { ManagedUser } from '#contract/admin/admin.ts';
import { fold } from '#contract/bugs/search.ts';
import type { Role } from '#contract/permissions.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Emit } from '#server/events.ts';
import { Answer, streamArray } from '#server/http/answer.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { Call, RequestContext } from '#server/http/request-context.ts';
import { edited } from '#server/named.ts';
import { writeUniquely } from '#server/features/users/email/email-changes.ts';
import { confirmAddress } from '#server/features/users/email/email-confirmations.ts';
import { voidResetOf } from '#server/features/users/passwords/password-reset-queries.ts';
import { setRole } from '#server/features/users/queries.ts';
import { deleteSessionsOf } from '#server/features/users/sessions/session-queries.ts';
import { lockAndConfirm } from '#server/features/users/sessions/sessions.ts';
import { voidAdminLink } from './admin-link.ts';
import { createInvitation } from './invitation-queries.ts';
import * as queries from './management-queries.ts';

/**
 * Changes the role or suspension of a user. At least one active admin always remains.
 * @throws AppError 404, or 409 for the last admin
 */
export async function updateUser(call: Call<typeof contract.updateManagedUser>): Promise<ManagedUser> {
  const { params, body, writeUnconfirmed, emit, now } = call;
  const { id } = params;
  // The change may affect the caller's own role and sessions.
  return writeUnconfirmed(async (tx) => {
    const admins = await queries.countActiveAdmins(tx);
    await lockAndConfirm(tx, call, id);
    const before = await findUser(tx, id, call);
    const after = edited<ManagedUser>(before, body);
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
      const change = { kind: 'user', id, version: null } as const;
      emit(tx, { type: after.suspended ? 'suspended' : 'reinstated', userId: id, changes: [change] });
    }
    return findUser(tx, id, call);
  });
}

/** Changes the role of a user, with a live change for the user's open pages. The role of admin voids the admin link. */
export async function changeRole(
  tx: Tx,
  emit: Emit,
  { id, role }: { id: string; role: Role },
): Promise<void> {
  await setRole(tx, id, role);
  if (role === 'admin') await voidAdminLink(tx);
  const change = { kind: 'user', id, version: null } as const;
  emit(tx, { type: 'role changed', userId: id, role, changes: [change] });
}

/** More accounts than this are serialised and sent in pieces, between which other requests are served. */
const atOnce = 200;

/** The accounts whose name or address contains `q`, by name. */
export async function listUsers(
  call: Call<typeof contract.listManagedUsers>,
): Promise<Answer<ManagedUser[]>> {
  const { longReads, settings, now, query } = call;
  const needle = fold(query.q ?? '');
  const all = await queries.readManaged(longReads, { settings, now: now() });
  const users =
    needle === ''
      ? all
      : all.filter(({ name, email }) => fold(name).includes(needle) || fold(email).includes(needle));
  return users.length <= atOnce ? new Answer(users) : streamArray(piecesOf(users));
}

async function* piecesOf(users: readonly ManagedUser[]): AsyncGenerator<readonly ManagedUser[]> {
  for (let i = 0; i < users.length; i += atOnce) yield users.slice(i, i + atOnce);
}

/** @throws AppError 404 */
export async function endSessions(call: Call<typeof contract.endUserSessions>): Promise<void> {
  const { id } = call.params;
  // The caller's own session may be among them.
  await call.writeUnconfirmed(async (tx) => {
    await lockAndConfirm(tx, call, id);
    await findUser(tx, id, call);
    await deleteSessionsOf(tx, id);
    call.emit(tx, { type: 'sessions ended', userId: id });
  });
}

/**
 * Confirms an address of a user on behalf of its owner.
 * @throws AppError 400 if another account has the address, 404 if it is not pending
 */
export async function confirmEmail(call: Call<typeof contract.confirmUserEmail>): Promise<ManagedUser> {
  const address = { userId: call.params.id, email: call.body.email };
  await writeUniquely(call, async (tx) => {
    await lockAndConfirm(tx, call, address.userId);
    if (!(await confirmAddress(tx, call, address))) throw notFound(contract.confirmUserEmail);
  });
  return findUser(call.db, address.userId, call);
}

export async function invite({
  write,
  emit,
  settings: { publicUrl },
  caller: { _id: createdBy, token },
  now,
}: Call<typeof contract.createInvitation>) {
  return write(async (tx) => {
    const invitation = await createInvitation(tx, { publicUrl, token, createdBy, now: now() });
    emit(tx, { type: 'invited', email: null });
    return invitation;
  });
}

/** @throws AppError 404 */
async function findUser(
  db: Db,
  id: string,
  { settings, now }: Pick<RequestContext, 'settings' | 'now'>,
): Promise<ManagedUser> {
  const [user] = await queries.readManaged(db, { settings, now: now(), id });
  if (!user) throw notFound(contract.updateManagedUser);
  return user;
}
