import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import {
  adminPermissions,
  type About,
  type Actor,
  type Permission,
  can,
  ofAdmins,
} from '#contract/permissions.ts';
import { sinceHeader } from '#contract/live.ts';
import { serverMessages } from '#contract/server-messages.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { CommitStore } from '#server/engine/transaction.ts';
import { AppError } from '#server/http/errors.ts';
import type { AppContext, RequestContext } from '#server/http/request-context.ts';
import { type Session, findActiveUser, findSession, noteUse, sessionLife } from './session-queries.ts';
import { bearerToken } from './token.ts';

/** The user of a request, and the `token` of their session. */
export type Caller = Session['user'] & { token: string };

const administration = ofAdmins('administration');

/** The precision of a session's last use, in milliseconds: a write per request would be too many. */
const lastUsedPrecision = 5 * 60_000;

/**
 * The hook that finds the caller by the session token in `Authorization`, or by the signature of the address if the
 * endpoint is `signed`. It throws an AppError 401 if the session is not live or the signature is not valid.
 */
export function authenticate(app: AppContext, { signed }: { signed: boolean }) {
  return async ({ context }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!context) throw new Error('The request has no context');
    // Read before anything else: a live stream from this change on may repeat a change, but misses none.
    reply.header(sinceHeader, app.live.last);
    // Read once per request, because it costs as much as reading a row.
    context.databaseVersion = app.databaseVersion();
    if (signed && context.headers.authorization === undefined) {
      context.caller = await findSigner(context);
      return;
    }
    const caller = (context.caller = await findCallerOf(context));
    app.metrics.admission.identify(caller.token, caller._id);
  };
}

/** The hook that refuses callers who do not have the permission with an AppError 403. */
export function requirePermission(permission: Permission) {
  return ({ context }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (!context?.caller) throw new Error('The request has no caller');
    demand(context.caller, permission);
    done();
  };
}

/** The user for whom the address is signed. The signature is not a session: it allows no writes. */
async function findSigner({ app, request, db, now }: RequestContext): Promise<Caller> {
  const [path = '', query] = request.url.split('?', 2);
  const { user, expires, signature } = Object.fromEntries(new URLSearchParams(query));
  const userId = await app.addresses.userOf(path, { user, expires, signature }, now());
  const found = userId === undefined ? undefined : await findActiveUser(db, userId);
  if (!found) throw unauthorized();
  return { ...found, token: '' };
}

async function findCallerOf(context: RequestContext): Promise<Caller> {
  const { app, headers, databaseVersion, address } = context;
  const now = context.now();
  const read = (token: string) => context.lookUp(app.sessionLookup, token);
  const found = await findCaller(
    headers.authorization,
    { sessions: app.sessions, read },
    now,
    databaseVersion,
  );
  if (!found) throw unauthorized();
  const { caller, isStale } = found;
  if (isStale) {
    const noted = context.writeUnconfirmed((tx) => noteUse(tx, caller.token, address, now));
    await noted.catch((error: unknown) => {
      // A full disk must not prevent reads, so a failure to record the use is ignored; an unreachable database is not.
      if (engineOf(app.db).failure(error) === 'away') throw error;
      context.log.warn({ err: error }, 'could not note the use of a session');
    });
  }
  return caller;
}

interface Sessions {
  readonly sessions: AppContext['sessions'];
  read(token: string): Promise<Session | undefined>;
}

/**
 * Finds the user of the live session in an `Authorization` header, as of the given version of the database or later.
 * `isStale` means that the session's last use should be updated.
 */
async function findCaller(
  authorization: string | undefined,
  { sessions, read }: Sessions,
  now: Date,
  version: number | undefined,
): Promise<{ caller: Caller; isStale: boolean } | undefined> {
  const token = bearerToken(authorization);
  if (token === undefined) return undefined;
  const cached = sessions.get(token, version);
  const session = cached ?? (await read(token));
  if (!session) return undefined;
  if (!cached) sessions.set(token, session, version);
  const { user, lastUsed, began } = session;
  const time = now.getTime();
  // A cached session may have expired since it was read.
  if (lastUsed <= time - sessionLife.idle || began <= time - sessionLife.total) return undefined;
  return { caller: { ...user, token }, isStale: lastUsed < time - lastUsedPrecision };
}

/** Whether the `Authorization` of a request is that of a user who may read metrics, or the `METRICS_TOKEN`. */
export async function isOperator(authorization: string | undefined, app: AppContext): Promise<boolean> {
  const { now, settings, databaseVersion, sessions, sessionLookup, db } = app;
  if (settings.metricsToken !== undefined && isToken(authorization, settings.metricsToken)) return true;
  const read = (token: string) => sessionLookup.find(db, token);
  const found = await findCaller(authorization, { sessions, read }, now(), databaseVersion());
  return found !== undefined && can(found.caller, adminPermissions.readMetrics);
}

/** Compares the header with the token in constant time. */
function isToken(authorization = '', token: string): boolean {
  const [, sent = ''] = /^Bearer (.+)$/i.exec(authorization) ?? [];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

/**
 * Reads the caller's session again: since the request arrived, it may have ended, or its user may have been suspended
 * or demoted.
 * @throws AppError 401 or 403
 */
export async function confirmCaller(tx: Tx, caller: Caller, now: Date): Promise<void> {
  const session = await findSession(tx, caller.token, now);
  if (!session) throw unauthorized();
  // Permissions were checked with the role at the time of the request.
  if (can(caller, administration)) demand(session.user, administration);
}

/** The checks of sessions at the end of transactions: nothing is committed for a session that has ended by then. */
export const sessionChecks: CommitStore<{ caller: Caller; now: () => Date }> = {
  name: 'session',
  isLast: true,
  async write(tx, checks) {
    for (const { caller, now } of checks) await confirmCaller(tx, caller, now());
  },
};

/** The error for a request without a live session. */
export function unauthorized(): AppError {
  return new AppError('unauthorized', serverMessages.unauthorized());
}

/** @throws AppError 403 if the actor does not have the permission */
export function demand<Resource>(
  actor: Actor,
  permission: Permission<Resource>,
  ...about: About<NoInfer<Resource>>
): void {
  if (!can(actor, permission, ...about)) throw new AppError('forbidden', permission.refusal);
}
