import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#server/engine/schema.ts';
import { batchSize } from '#server/jobs/batches.ts';
import { tokenHash } from '#server/http/session/token.ts';

const week = 7 * 86_400_000;

/**
 * Makes an invitation and returns the link with which one person can register. Its secret is in the fragment, which no
 * browser sends: it reaches neither logs nor proxies.
 */
export async function createInvitation(tx: Tx, publicUrl: string, now: Date) {
  const secret = randomBytes(24).toString('base64url');
  const expiresAt = new Date(now.getTime() + week).toISOString();
  await tx
    .insertInto('invitations')
    .values({ secret_hash: tokenHash(secret), created_at: now.toISOString(), expires_at: expiresAt })
    .execute();
  return { url: `${publicUrl}/register#invitation=${secret}`, expiresAt };
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
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('secret_hash', 'in', ({ selectFrom }) =>
      selectFrom('invitations')
        .select('secret_hash')
        .where('expires_at', '<', now.toISOString())
        .limit(batchSize),
    )
    .executeTakeFirst();
  return numDeletedRows;
}

/** Uses the invitation; returns whether it was valid. */
export async function useInvitation(tx: Tx, secret: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('secret_hash', '=', tokenHash(secret))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
