import type { ManagedUser } from '#contract/admin/admin.ts';
import type { EmailChange } from '#contract/accounts/email-changes.ts';
import { fold } from '#contract/bugs/search.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { findWaiting, listWaiting } from '#server/features/users/email/email-confirmation-queries.ts';
import { shownWaiting } from '#server/features/users/email/email-confirmations.ts';
import {
  listAllChanges,
  listChanges,
  toEmailChange,
} from '#server/features/users/email/email-change-queries.ts';
import { byName } from '#server/features/users/queries.ts';
import type { Settings } from '#server/settings.ts';

function selectManaged(db: Db) {
  return db.selectFrom('users').select((eb) => [
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
  ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectManaged>['executeTakeFirstOrThrow']>>;

interface Read extends Pick<Settings, 'mail' | 'requiresConfirmedEmail'> {
  readonly now: Date;
}

interface Around {
  emailChanges: EmailChange[] | undefined;
  /** Undefined where mail is not set up. */
  waiting: Pick<ManagedUser, 'emailConfirmed' | 'pendingEmail'> | undefined;
}

function toManaged(row: Row, { emailChanges = [], waiting }: Around): ManagedUser {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    suspended: row.suspended_at !== null,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    emailChanges,
    ...waiting,
  };
}

/** The accounts whose name or address contains `q`, by name. */
export async function listManaged(db: Db, q: string, read: Read): Promise<ManagedUser[]> {
  const { now, mail } = read;
  const changes = await listAllChanges(db, now);
  const waiting = mail ? await listWaiting(db, now) : undefined;
  const rows = await selectManaged(db).orderBy('users.id').execute();
  const needle = fold(q);
  return rows
    .filter(({ name, email }) => needle === '' || fold(name).includes(needle) || fold(email).includes(needle))
    .map((row) =>
      toManaged(row, {
        emailChanges: changes.get(row.id),
        waiting: waiting && shownWaiting(waiting.get(row.id), read),
      }),
    )
    .toSorted(byName);
}

export async function findManaged(db: Db, id: string, read: Read): Promise<ManagedUser | undefined> {
  const { now, mail } = read;
  const row = await selectManaged(db).where('users.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  return toManaged(row, {
    emailChanges: (await listChanges(db, id, now)).map(toEmailChange),
    waiting: mail ? shownWaiting(await findWaiting(db, id, now), read) : undefined,
  });
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

/** Suspends the account from `since`, or reinstates it with null. */
export async function setSuspended(tx: Tx, id: string, since: string | null): Promise<void> {
  await tx.updateTable('users').set({ suspended_at: since }).where('id', '=', id).execute();
}
