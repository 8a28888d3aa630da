import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { sinceHeader } from '#contract/live.ts';
import type { Permission } from '#contract/permissions.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { AppContext, RequestContext } from '#server/http/request-context.ts';
import { findActiveUser, noteUse } from './session-queries.ts';
import { type Caller, demand, findCaller, unauthorized } from './session.ts';
import { bearerToken } from './token.ts';

/**
 * The hook that finds the caller by the session token in `Authorization`, or by the signature of the address where it is
 * `signed`. It throws an AppError 401 if the session is not live or the signature is not valid.
 */
export function authenticate(app: AppContext, { signed }: { signed: boolean }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { context } = request;
    if (!context) throw new Error('The request has no context');
    // Read first: a live stream from this change on may repeat a change, but misses none.
    reply.header(sinceHeader, app.live.last);
    // Once for each request: it costs as much as a read of a row.
    context.databaseVersion = app.databaseVersion();
    if (signed && context.headers.authorization === undefined) {
      context.caller = await signerOf(request, context, app);
      return;
    }
    const caller = (context.caller = await callerOf(context, app));
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

/** The user for whom the address is signed. The signature is no session: nothing can be written by it. */
async function signerOf(request: FastifyRequest, context: RequestContext, app: AppContext): Promise<Caller> {
  const [path = '', query] = request.url.split('?', 2);
  const { user, expires, signature } = Object.fromEntries(new URLSearchParams(query));
  const userId = await app.addresses.userOf(path, { user, expires, signature }, context.now());
  const found = userId === undefined ? undefined : await findActiveUser(context.db, userId);
  if (!found) throw unauthorized();
  return { ...found, token: '' };
}

async function callerOf(context: RequestContext, app: AppContext): Promise<Caller> {
  const token = bearerToken(context.headers.authorization);
  const now = context.now();
  const read = (of: string) => context.lookUp(app.sessionLookup, of);
  const found =
    token === undefined
      ? undefined
      : await findCaller({ sessions: app.sessions, read }, token, now, context.databaseVersion);
  if (!found) throw unauthorized();
  if (found.stale) {
    const note = context.writeUnconfirmed((tx) => noteUse(tx, found.caller.token, context.address, now));
    await note.catch((error: unknown) => {
      // A full disk must not prevent reads, so the failure to record the use is ignored; an unreachable database is not.
      if (engineOf(app.db).failure(error) === 'away') throw error;
      context.log.warn({ err: error }, 'could not note the use of a session');
    });
  }
  return found.caller;
}
