import { adminPermissions } from '#contract/admin/admin-permissions.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { can } from '#contract/permissions.ts';
import type { AppContext } from './request-context.ts';
import { findCaller } from '#server/http/session/session.ts';
import { bearerToken } from '#server/http/session/token.ts';

/** Whether the `Authorization` of a request is that of a user who may read metrics, or the `METRICS_TOKEN`. */
export async function isOperator(authorization: string | undefined, context: AppContext): Promise<boolean> {
  const { now, settings, databaseVersion, sessions, sessionLookup, db } = context;
  if (settings.metricsToken !== undefined && isToken(authorization, settings.metricsToken)) return true;
  const session = bearerToken(authorization);
  if (session === undefined) return false;
  const read = (token: string) => sessionLookup.find(db, token);
  const found = await findCaller({ sessions, read }, session, now(), databaseVersion());
  return found !== undefined && can(found.caller, adminPermissions.readMetrics);
}

/** Compares the header with the token in constant time. */
function isToken(authorization = '', token: string): boolean {
  const [, sent = ''] = /^Bearer (.+)$/i.exec(authorization) ?? [];
  return timingSafeEqual(hash(sent), hash(token));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
