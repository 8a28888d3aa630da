import type { FastifyReply, FastifyRequest } from 'fastify';
import { sinceHeader } from '#contract/live.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { AppContext, RequestContext } from '#server/http/request-context.ts';
import { noteUse } from './session-queries.ts';
import { type Caller, findCaller, unauthorized } from './session.ts';
import { bearerToken } from './token.ts';

/**
 * The hook that finds the caller by the session token in `Authorization`. It throws an AppError 401 where that is not of a
 * live session.
 */
export function authenticate(app: AppContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { context } = request;
    if (!context) throw new Error('The request has no context');
    // Read before anything else: a live stream from this change on may repeat a change, but misses none.
    reply.header(sinceHeader, app.live.last);
    // Once for each request: it costs as much as reading a row.
    context.databaseVersion = app.databaseVersion();
    const caller = (context.caller = await callerOf(context, app));
    app.metrics.admission.identify(caller.token, caller._id);
  };
}

async function callerOf(context: RequestContext, app: AppContext): Promise<Caller> {
  const token = bearerToken(context.headers.authorization);
  const now = context.now();
  const read = (of: string) => context.lookUp(context.sessionLookup, of);
  const found =
    token === undefined
      ? undefined
      : await findCaller({ sessions: context.sessions, read }, token, now, context.databaseVersion);
  if (!found) throw unauthorized();
  if (found.stale) {
    const note = context.writeUnconfirmed((tx) => noteUse(tx, found.caller.token, context.address, now));
    await note.catch((error: unknown) => {
      // A full disk must not keep users from reading; a database that cannot be reached does.
      if (engineOf(app.db).failure(error) === 'away') throw error;
      context.log.warn({ err: error }, 'could not note the use of a session');
    });
  }
  return found.caller;
}
