import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseTime } from './database-time.ts';

/**
 * Says with every answer, in `Server-Timing`, how long it took until its head was sent: `total`, and `db` of that, in
 * milliseconds.
 */
export function tellTimes(app: FastifyInstance): void {
  app.decorateRequest('databaseTime', null);
  app.decorateRequest('answeredAfter', 0);
  app.addHook('onSend', (request, reply, _payload, done) => {
    request.answeredAfter = reply.elapsedTime;
    tellTime(request, reply, request.answeredAfter);
    done();
  });
}

/**
 * Says with this answer that it took so many milliseconds. Whoever has no session is told whole milliseconds, and nothing
 * of the database: how often it was asked may depend on what is in it, such as an account.
 */
export function tellTime({ databaseTime, caller }: FastifyRequest, reply: FastifyReply, total: number): void {
  void reply.header(
    'server-timing',
    caller && databaseTime
      ? `db;dur=${tenths(databaseTime.total)}, total;dur=${tenths(total)}`
      : `total;dur=${Math.round(total)}`,
  );
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the request has waited for the database; nothing where none was handed to it. */
    databaseTime: DatabaseTime | null;
    /** Milliseconds from its arrival until the head of its answer was sent. */
    answeredAfter: number;
  }
}
