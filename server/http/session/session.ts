import { type About, type Actor, type Permission, can, ofAdmins } from '#contract/permissions.ts';
import { serverMessages } from '#contract/server-messages.ts';
import type { Store } from '#server/engine/store.ts';
import type { Tx } from '#server/engine/schema.ts';
import { type CommitStore, atCommit } from '#server/engine/transaction.ts';
import { AppError } from '#server/http/errors.ts';
import type { VersionedCache } from '#server/http/versioned-cache.ts';
import { type Session, findSession, sessionLife } from './session-queries.ts';

/** The user of a request, and the `token` of their session. */
export type Caller = Session['user'] & { token: string };

const administration = ofAdmins('administration');

/** The precision of a session's last use, in milliseconds: a write per request would be too many. */
const lastUsedPrecision = 5 * 60_000;

/**
 * Finds the user of the live session with this token, as of this version of the database or later. `stale` means that the
 * session's last use should be updated.
 */
export async function findCaller(
  {
    sessions,
    read,
  }: { sessions: VersionedCache<Session>; read: (token: string) => Promise<Session | undefined> },
  token: string,
  now: Date,
  version: number | undefined,
): Promise<{ caller: Caller; stale: boolean } | undefined> {
  let session = sessions.get(token, version);
  if (!session) {
    session = await read(token);
    if (!session) return undefined;
    sessions.set(token, session, version);
  }
  const { user, lastUsed, began } = session;
  const time = now.getTime();
  // A cached session may have expired since it was read.
  if (lastUsed <= time - sessionLife.idle || began <= time - sessionLife.total) return undefined;
  return { caller: { ...user, token }, stale: lastUsed < time - lastUsedPrecision };
}

/**
 * Reads the caller's session again: it may have ended, and its user been suspended or demoted, since the request came.
 * @throws AppError 401 or 403
 */
export async function confirmCaller(tx: Tx, caller: Caller, now: Date): Promise<void> {
  const session = await findSession(tx, caller.token, now);
  if (!session) throw unauthorized();
  // Permissions were checked with the role at the time of the request.
  if (can(caller, administration)) demand(session.user, administration);
}

/**
 * `write` for a caller. The session is checked at the end of the transaction, after all waits for the connection
 * and for locks: no change is committed for a session that has ended by then.
 */
export function confirmedWrite(write: Store['write'], caller: Caller, now: () => Date): Store['write'] {
  return (work) =>
    write(async (tx) => {
      atCommit(tx, callers, { caller, now });
      return work(tx);
    });
}

const callers: CommitStore<{ caller: Caller; now: () => Date }> = {
  name: 'session',
  isLast: true,
  async write(tx, given) {
    for (const { caller, now } of given) await confirmCaller(tx, caller, now());
  },
};

/** The error for a request without a live session. */
export function unauthorized(): AppError {
  return new AppError('unauthorized', serverMessages.unauthorized());
}

/** @throws AppError 403 if the actor does not have the permission */
export function demand<Resource>(
  actor: Actor,
  permission: Permission<Resource>,
  ...about: About<NoInfer<Resource>>
): void {
  if (!can(actor, permission, ...about)) throw new AppError('forbidden', permission.refusal);
}
