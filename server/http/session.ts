import type { Db } from '#server/db/schema.ts';
import type { ReadCache } from './read-cache.ts';
import { type Session, findSession, sessionLife } from './session-queries.ts';

/** Who is calling, and by which session: by `token`, as it came with the request. */
export type Caller = Session['user'] & { token: string };

/** How exactly it is known when a session was last used, in milliseconds: a write for every request would be too many. */
const lastUsedPrecision = 5 * 60_000;

/**
 * Finds the user whose live session the token is, as it is in this state of the database or later. `stale` tells that the
 * session's last use should be noted.
 */
export async function findCaller(
  { db, sessions }: { db: Db; sessions: ReadCache<Session> },
  token: string,
  now: Date,
  state: number | undefined,
): Promise<{ caller: Caller; stale: boolean } | undefined> {
  let session = sessions.get(token, state);
  if (!session) {
    session = await findSession(db, token, now);
    if (!session) return undefined;
    sessions.keep(token, session, state);
  }
  const { user, lastUsed, began } = session;
  const time = now.getTime();
  // One that was live when it was read may have run out since.
  if (lastUsed <= time - sessionLife.idle || began <= time - sessionLife.total) return undefined;
  return { caller: { ...user, token }, stale: lastUsed < time - lastUsedPrecision };
}
