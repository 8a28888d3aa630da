import * as crypto from 'node:crypto';
import type { Role } from '#contract/users.ts';
import { compiled } from '#server/db/compiled.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import type { ReadCache } from './read-cache.ts';

/** Who is calling, and by which session. */
export interface Caller {
  _id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  /** The caller's own token, as it came with the request. */
  token: string;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** A session ends after this long without a request, and after this long in any case. */
const sessionLife = { idle: 7 * day, total: 30 * day };
/** How exactly it is known when a session was last used: a write for every request would be too many. */
const lastUsedPrecision = 5 * minute;

/** What is stored of a token. */
export function tokenHash(token: string): string {
  return crypto.hash('sha256', token);
}

/** The token of an Authorization header, or nothing where it holds none. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(header ?? '')?.[1];
}

/** What a live session's times are later than, as they are stored. */
export function liveSince(now: Date): { lastUsed: string; created: string } {
  return { lastUsed: ago(now, sessionLife.idle), created: ago(now, sessionLife.total) };
}

/** The sessions that count, with their users. */
function liveSessions(db: Db, since: { lastUsed: string; created: string }) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.suspended_at', 'is', null)
    .where('sessions.last_used_at', '>', since.lastUsed)
    .where('sessions.created_at', '>', since.created);
}

/** How many sessions are live. */
export async function countLiveSessions(db: Db, now: Date): Promise<number> {
  const { count } = await liveSessions(db, liveSince(now))
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many sessions are looked up at once. */
const batch = 500;

/** Those of the tokens that are of live sessions. */
export async function liveTokens(db: Db, tokens: readonly string[], now: Date): Promise<Set<string>> {
  const live = new Set<string>();
  const hashes = new Map(tokens.map((token) => [tokenHash(token), token]));
  const all = [...hashes.keys()];
  for (let i = 0; i < all.length; i += batch) {
    const rows = await liveSessions(db, liveSince(now))
      .select('sessions.token_hash')
      .where('sessions.token_hash', 'in', all.slice(i, i + batch))
      .execute();
    for (const { token_hash: hash } of rows) live.add(hashes.get(hash) ?? '');
  }
  return live;
}

/** A session and its user. */
export interface Session {
  caller: Omit<Caller, 'token'>;
  /** Milliseconds since 1970. */
  lastUsed: number;
  began: number;
}

interface SessionRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  created_at: string;
  last_used_at: string;
  began_at: string;
}

const selectSession = compiled<{ hash: string; lastUsed: string; created: string }, SessionRow>((db, value) =>
  liveSessions(db, { lastUsed: value('lastUsed'), created: value('created') })
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.created_at',
      'sessions.last_used_at',
      'sessions.created_at as began_at',
    ])
    .where('sessions.token_hash', '=', value('hash')),
);

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
    session = await readSession(db, token, now);
    if (!session) return undefined;
    sessions.keep(token, session, state);
  }
  const { caller, lastUsed, began } = session;
  const time = now.getTime();
  // One that was live when it was read may have run out since.
  if (lastUsed <= time - sessionLife.idle || began <= time - sessionLife.total) return undefined;
  return { caller: { ...caller, token }, stale: lastUsed < time - lastUsedPrecision };
}

async function readSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  const [row] = await selectSession(db, { hash: tokenHash(token), ...liveSince(now) });
  if (!row) return undefined;
  const { id, name, email, role, created_at: createdAt, last_used_at: lastUsed, began_at: began } = row;
  return {
    caller: { _id: id, name, email, role, createdAt },
    lastUsed: Date.parse(lastUsed),
    began: Date.parse(began),
  };
}

/** Notes that the session is in use, and from where. */
export async function noteUse(tx: Tx, token: string, address: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: now.toISOString(), address })
    .where('token_hash', '=', tokenHash(token))
    .execute();
}

/** Removes sessions of the user that nobody can use any more. */
export async function removeDeadSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  const live = liveSince(now);
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_used_at', '<=', live.lastUsed), eb('created_at', '<=', live.created)]))
    .execute();
}

function ago(now: Date, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString();
}
