import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type Invitation, invitationsListed } from '#contract/admin/admin.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { deleteBatch } from '#server/jobs/job.ts';
import { notFound } from '#server/http/errors.ts';
import { emailKey } from '#server/features/users/queries.ts';
import { tokenHash } from '#server/http/session/token.ts';

/** How long an invitation is valid. */
export const invitationDays = 7;

const week = invitationDays * 86_400_000;

/** The session that invites, by its token. */
interface Inviter {
  readonly publicUrl: string;
  readonly token: string;
}

/** Makes an invitation and returns the link with which one person can register. */
export async function createInvitation(
  tx: Tx,
  { now, createdBy, ...inviter }: Inviter & { now: Date; createdBy: string | null },
) {
  const _id = newId();
  const secret = secretOf(_id, inviter);
  const expiresAt = new Date(now.getTime() + week).toISOString();
  await tx
    .insertInto('invitations')
    .values({
      id: _id,
      secret_hash: tokenHash(secret),
      created_at: now.toISOString(),
      expires_at: expiresAt,
      created_by: createdBy,
    })
    .execute();
  return { _id, url: linkWith(secret, inviter), expiresAt };
}

/** The invitation with this id that the same session made. @throws AppError 404 if it was used or has expired */
export async function readInvitation(db: Db, id: string, inviter: Inviter) {
  const secret = secretOf(id, inviter);
  const found = await db
    .selectFrom('invitations')
    .select('expires_at')
    .where('secret_hash', '=', tokenHash(secret))
    .executeTakeFirst();
  if (!found) throw notFound();
  return { url: linkWith(secret, inviter), expiresAt: found.expires_at };
}

/** Derived from the token, so that only the same session can read it again: the database has neither of them. */
function secretOf(id: string, { token }: Inviter): string {
  const mac = createHmac('sha256', token).update(`invitation ${id}`).digest();
  return mac.subarray(0, 24).toString('base64url');
}

/** The secret is in the fragment, which no browser sends: it reaches neither logs nor proxies. */
export function linkWith(secret: string, { publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/register#invitation=${secret}`;
}

interface ToAddress {
  id: string;
  secretHash: string;
  email: string;
  createdBy: string;
  now: Date;
}

/**
 * Invites an address, or extends its invitation.
 * @returns the id of its invitation, new or not, and when it expires
 */
export async function storeInvitation(tx: Tx, { id, secretHash, email, createdBy, now }: ToAddress) {
  const at = { created_at: now.toISOString(), expires_at: new Date(now.getTime() + week).toISOString() };
  return tx
    .insertInto('invitations')
    .values({ id, secret_hash: secretHash, email, email_key: emailKey(email), created_by: createdBy, ...at })
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet({
        email,
        created_by: createdBy,
        ...at,
        // The key may have changed since. Another request may have made the row meanwhile, with the secret of its id.
        secret_hash: sql`case when invitations.id = excluded.id then excluded.secret_hash else invitations.secret_hash end`,
      }),
    )
    .returning(['id', 'expires_at as expiresAt'])
    .executeTakeFirstOrThrow();
}

/** The ids of the invitations of these addresses, including expired ones, by the keys of the addresses. */
export async function idsOf(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email_key'])
    .where('email_key', 'in', emails.map(emailKey))
    .execute();
  return new Map(rows.flatMap(({ id, email_key: key }) => (key === null ? [] : [[key, id] as const])));
}

/** The invitation with the id, if it is valid. */
export async function findInvitation(db: Db, id: string, now: Date) {
  return db
    .selectFrom('invitations')
    .select(['email', 'created_by as createdBy'])
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** The valid invitations, newest first. */
export async function listPending(db: Db, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.created_by')
    .select([
      'invitations.id as _id',
      'invitations.email',
      'users.id as userId',
      'users.name',
      'invitations.created_at as createdAt',
      'invitations.expires_at as expiresAt',
    ])
    .where('invitations.expires_at', '>', now.toISOString())
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(invitationsListed)
    .execute();
  return rows.map(({ userId, name, ...row }) => ({
    ...row,
    invitedBy: userId === null || name === null ? null : { _id: userId, name },
  }));
}

/** Deletes the invitation, if it is valid; returns its address. */
export async function deleteInvitation(tx: Tx, id: string, now: Date) {
  return tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .returning('email')
    .executeTakeFirst();
}

/** Whether the invitation is valid now. */
export async function isInvitation(db: Db, secret: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('invitations')
    .select('secret_hash')
    .where('secret_hash', '=', tokenHash(secret))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes a batch of invitations that have expired. Returns how many. */
export async function deleteExpiredInvitations(tx: Tx, now: Date): Promise<bigint> {
  return deleteBatch(tx, 'invitations', 'secret_hash', sql<boolean>`expires_at < ${now.toISOString()}`);
}

/** Uses the invitation; returns whether it was valid. */
export async function redeemInvitation(tx: Tx, secret: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('secret_hash', '=', tokenHash(secret))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
