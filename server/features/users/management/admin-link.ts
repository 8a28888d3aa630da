import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#server/engine/schema.ts';
import { tokenHash } from '#server/http/session/token.ts';

const life = 24 * 3_600_000;

/**
 * Makes the link with which one person registers as the first admin. It replaces an earlier link: if several instances
 * start, only the link of the last one is valid. Returns undefined if there is an admin. The secret is in the fragment,
 * which no browser sends.
 */
export async function makeAdminLink(
  tx: Tx,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string | undefined> {
  if (await hasAdmin(tx)) return undefined;
  const secret = randomBytes(32).toString('base64url');
  const link = {
    secret_hash: tokenHash(secret),
    expires_at: new Date(now.getTime() + life).toISOString(),
  };
  await tx
    .insertInto('admin_links')
    .values({ id: 1, ...link })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(link))
    .execute();
  return `${publicUrl}/register#admin=${secret}`;
}

/** Whether the link is valid now. */
export async function isAdminLink(db: Db, secret: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('admin_links')
    .select('id')
    .where('secret_hash', '=', tokenHash(secret))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return found !== undefined && !(await hasAdmin(db));
}

/** Uses the link; returns whether it was valid. Of concurrent transactions, only one gets true. */
export async function redeemAdminLink(tx: Tx, secret: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('admin_links')
    .where('secret_hash', '=', tokenHash(secret))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n && !(await hasAdmin(tx));
}

/** Voids the link, because there is an admin. */
export async function voidAdminLink(tx: Tx): Promise<void> {
  await tx.deleteFrom('admin_links').execute();
}

/** Whether there is an admin, even a suspended one, whom the operator has to replace. */
async function hasAdmin(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
