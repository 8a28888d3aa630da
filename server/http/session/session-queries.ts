import type { ExpressionBuilder } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import { compiled } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { Lookup } from '#server/engine/lookup.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import { batchSize } from '#server/jobs/job.ts';
import { tokenHash } from './token.ts';

/** A session and its user. */
export interface Session {
  user: { _id: string; name: string; email: string; role: Role; createdAt: string };
  /** Milliseconds since 1970. */
  lastUsed: number;
  began: number;
}

const day = 24 * 60 * 60_000;
/** How long a session lasts without a request (`idle`), and at most (`total`). Milliseconds. */
export const sessionLife = { idle: 7 * day, total: 30 * day };

/** The lower bounds of a live session's stored times. */
function liveSince(now: Date): { lastUsed: string; created: string } {
  return { lastUsed: ago(now, sessionLife.idle), created: ago(now, sessionLife.total) };
}

function ago(now: Date, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString();
}

function sessionsSince(db: Db, since: { lastUsed: string; created: string }) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.suspended_at', 'is', null)
    .where('sessions.last_used_at', '>', since.lastUsed)
    .where('sessions.created_at', '>', since.created);
}

/** The live sessions, with their users. */
export function liveSessions(db: Db, now: Date) {
  return sessionsSince(db, liveSince(now));
}

/** How many sessions are live. */
export async function countLiveSessions(db: Db, now: Date): Promise<number> {
  const { count } = await liveSessions(db, now)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The live sessions of these tokens. */
export async function liveTokens(db: Db, tokens: readonly string[], now: Date): Promise<Set<string>> {
  const hashes = new Map(tokens.map((token) => [tokenHash(token), token]));
  const rows = await liveSessions(db, now)
    .select('sessions.token_hash')
    .where(engineOf(db).isAmong('sessions.token_hash', JSON.stringify([...hashes.keys()]), 'text'))
    .execute();
  return new Set(rows.map((row) => hashes.get(row.token_hash) ?? ''));
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

const selectSessions = (db: Db, since: { lastUsed: string; created: string }) =>
  sessionsSince(db, since).select([
    'users.id',
    'users.name',
    'users.email',
    'users.role',
    'users.created_at',
    'sessions.last_used_at',
    'sessions.created_at as began_at',
  ]);

type Since = ReturnType<typeof liveSince>;

const selectSession = compiled<Since & { hash: string }, SessionRow>((db, value) =>
  selectSessions(db, { lastUsed: value('lastUsed'), created: value('created') }).where(
    'sessions.token_hash',
    '=',
    value('hash'),
  ),
);

const selectSessionsOf = compiled<Since & { hashes: string }, SessionRow & { token_hash: string }>(
  (db, value) =>
    selectSessions(db, { lastUsed: value('lastUsed'), created: value('created') })
      .select('sessions.token_hash')
      .where(engineOf(db).isAmong('sessions.token_hash', value('hashes'), 'text')),
);

/** The live session of a token. */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  const [row] = await selectSession(db, { hash: tokenHash(token), ...liveSince(now) });
  return row && toSession(row);
}

/** The user, unless suspended. */
export async function findActiveUser(db: Db, id: string): Promise<Session['user'] | undefined> {
  return db
    .selectFrom('users')
    .select(['id as _id', 'name', 'email', 'role', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
}

/** Looks up live sessions by their tokens. */
export function sessionLookup(now: () => Date): Lookup<Session> {
  return new Lookup({
    one: (db, token) => findSession(db, token, now()),
    async many(db, tokens) {
      const hashes = new Map(tokens.map((token) => [tokenHash(token), token]));
      const rows = await selectSessionsOf(db, {
        hashes: JSON.stringify([...hashes.keys()]),
        ...liveSince(now()),
      });
      return new Map(rows.map((row) => [hashes.get(row.token_hash) ?? '', toSession(row)]));
    },
  });
}

function toSession(row: SessionRow): Session {
  const { id, name, email, role, created_at: createdAt, last_used_at: lastUsed, began_at: began } = row;
  return {
    user: { _id: id, name, email, role, createdAt },
    lastUsed: Date.parse(lastUsed),
    began: Date.parse(began),
  };
}

/** Records the time and the network address of a session's use. */
export async function noteUse(tx: Tx, token: string, address: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: now.toISOString(), address })
    .where('token_hash', '=', tokenHash(token))
    .execute();
}

/** Deletes a batch of sessions that have expired. Returns how many. */
export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<bigint> {
  const live = liveSince(now);
  const hasExpired = (eb: ExpressionBuilder<Schema, 'sessions'>) =>
    eb.or([eb('last_used_at', '<=', live.lastUsed), eb('created_at', '<=', live.created)]);
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('token_hash', 'in', ({ selectFrom }) =>
      selectFrom('sessions').select('token_hash').where(hasExpired).limit(batchSize),
    )
    // Checked again, because a session may have been used since.
    .where(hasExpired)
    .executeTakeFirst();
  return numDeletedRows;
}
