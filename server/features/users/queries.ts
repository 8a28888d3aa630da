import type { Role } from '#contract/permissions.ts';
import type { Setup } from '#contract/accounts/setup.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';

/** An account with the fields that its owner may see. */
export interface Account {
  _id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
}

const accountColumns = ['id as _id', 'name', 'email', 'role', 'created_at as createdAt'] as const;

/** The key of an address: two spellings with the same key are one address. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}

/** The account with this address and the hash of its password. */
export async function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select([...accountColumns, 'password_hash as passwordHash', 'suspended_at as suspendedAt'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
}

/** The columns on which access to the account depends, locked until the transaction ends. */
export async function lockAccount(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['name', 'email', 'password_hash as passwordHash', 'suspended_at as suspendedAt'])
    .where('id', '=', userId)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

export async function passwordHashOf(db: Db, userId: string): Promise<string> {
  const { password_hash: passwordHash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return passwordHash;
}

/** The network addresses from which the sessions of the account with this e-mail address were last used. */
export async function addressesOfSessions(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.address')
    .distinct()
    .where('users.email_key', '=', emailKey(email))
    .execute();
  return rows.map(({ address }) => address);
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Compares two users by their names, as people sort names. */
export function byName(a: { name: string }, b: { name: string }): number {
  return names.compare(a.name, b.name);
}

interface NewAccount {
  name: string;
  email: string;
  passwordHash: string;
}

/** Adds an account. For a taken address, throws the error of the unique constraint. */
export async function insertUser(
  tx: Tx,
  { name, email, passwordHash }: NewAccount,
  now: Date,
): Promise<Account> {
  return tx
    .insertInto('users')
    .values({
      id: newId(),
      name,
      email,
      email_key: emailKey(email),
      password_hash: passwordHash,
      role: 'user',
      created_at: now.toISOString(),
    })
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
}

/** Updates the given columns of the account. */
export async function updateUser(tx: Tx, userId: string, changes: Partial<NewAccount>): Promise<Account> {
  const { name, email, passwordHash } = changes;
  return tx
    .updateTable('users')
    .set({
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email, email_key: emailKey(email) }),
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      // A no-op assignment, so that a call without changes is a valid statement.
      id: userId,
    })
    .where('id', '=', userId)
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
}

export async function setRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', userId).execute();
}

export async function listAdmins(db: Db): Promise<Account[]> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('role', '=', 'admin')
    .orderBy('email_key')
    .execute();
}

/** Whether anyone has ever registered. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The users who are suspended, the most recently suspended first; all, or up to `limit`. */
export async function suspendedUsers(db: Db, limit?: number): Promise<UserRef[]> {
  return db
    .selectFrom('users')
    .select(['id as _id', 'name'])
    .where('suspended_at', 'is not', null)
    .orderBy('suspended_at', 'desc')
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** The missing parts of the tracker's set-up. */
export async function readSetup(db: Db): Promise<Setup> {
  const active = db.selectFrom('users').select('role').where('suspended_at', 'is', null);
  const [admins, several] = await Promise.all([
    active.where('role', '=', 'admin').limit(1).execute(),
    active.limit(2).execute(),
  ]);
  return {
    missing: [
      ...(admins.length === 0 ? (['admin'] as const) : []),
      ...(several.length < 2 ? (['second-user'] as const) : []),
    ],
  };
}
