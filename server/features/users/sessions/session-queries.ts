import type { Session } from '#contract/accounts/sessions.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { liveSessions } from '#server/http/session/session-queries.ts';

interface NewSession {
  userId: string;
  tokenHash: string;
  device: string;
  address: string;
  now: Date;
}

export async function insertSession(
  tx: Tx,
  { userId, tokenHash, device, address, now }: NewSession,
): Promise<void> {
  const at = now.toISOString();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      id: newId(),
      user_id: userId,
      created_at: at,
      last_used_at: at,
      device,
      address,
    })
    .execute();
}

/** Programs that sign in for each run can have thousands of sessions. */
const mostListed = 500;

/** The user's live sessions, the most recently used first, up to 500. */
export async function listSessions(
  db: Db,
  { userId, tokenHash, now }: { userId: string; tokenHash: string; now: Date },
): Promise<Session[]> {
  const rows = await liveSessions(db, now)
    .select([
      'sessions.id',
      'sessions.token_hash',
      'sessions.device',
      'sessions.address',
      'sessions.created_at',
      'sessions.last_used_at',
    ])
    .where('sessions.user_id', '=', userId)
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    device: row.device,
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    current: row.token_hash === tokenHash,
  }));
}

/** The id of the session with this token. */
export async function sessionIdOf(db: Db, tokenHash: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return session?.id;
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Deletes the user's sessions with these ids; returns whether there were any. */
export async function deleteSessionsById(tx: Tx, userId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the user's sessions, except the one with the given token. */
export async function deleteSessionsOf(tx: Tx, userId: string, exceptTokenHash?: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptTokenHash !== undefined, (query) => query.where('token_hash', '<>', exceptTokenHash ?? ''))
    .execute();
}
