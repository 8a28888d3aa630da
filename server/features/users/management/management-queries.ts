import type { ManagedUser } from '#contract/admin/admin.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { waitingByUser } from '#server/features/users/email/email-confirmation-queries.ts';
import { shownWaiting } from '#server/features/users/email/email-confirmations.ts';
import { listChanges, toEmailChange } from '#server/features/users/email/email-change-queries.ts';
import { byName } from '#server/features/users/queries.ts';
import type { Settings } from '#server/settings.ts';

/** All accounts by name, or the one with this id. */
export async function readManaged(
  db: Db,
  { settings, now, id }: { settings: Settings; now: Date; id?: string },
): Promise<ManagedUser[]> {
  const changes = Map.groupBy(await listChanges(db, now, id), ({ userId }) => userId);
  const waiting = settings.mail && (await waitingByUser(db, now, id));
  const rows = await db
    .selectFrom('users')
    .select((eb) => [
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.suspended_at',
      'users.created_at',
      eb
        .selectFrom('sessions')
        .select((inner) => inner.fn.max('sessions.last_used_at').as('last'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_seen_at'),
    ])
    .$if(id !== undefined, (query) => query.where('users.id', '=', id ?? ''))
    .orderBy('users.id')
    .execute();
  return rows
    .map((row) => ({
      _id: row.id,
      name: row.name,
      email: row.email,
      role: row.role,
      suspended: row.suspended_at !== null,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      emailChanges: (changes.get(row.id) ?? []).map(toEmailChange),
      ...(waiting && shownWaiting(waiting.get(row.id), settings)),
    }))
    .toSorted(byName);
}

/** The number of active admins. Their rows are locked until the transaction ends. */
export async function countActiveAdmins(tx: Tx): Promise<number> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forNoKeyUpdate())
    .execute();
  return admins.length;
}

/** Suspends the account from `since` on; null reinstates it. */
export async function setSuspended(tx: Tx, id: string, since: string | null): Promise<void> {
  await tx.updateTable('users').set({ suspended_at: since }).where('id', '=', id).execute();
}
