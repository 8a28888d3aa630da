import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Adds the header `Server-Timing` to every response: the milliseconds until its head was sent (`total`), and those of
 * them that were spent on the database (`db`).
 */
export function addServerTiming(app: FastifyInstance): void {
  app.decorateRequest('answeredAfter', 0);
  app.addHook('onSend', (request, reply, _payload, done) => {
    request.answeredAfter = reply.elapsedTime;
    setServerTiming(request, reply, request.answeredAfter);
    done();
  });
}

/**
 * Sets `Server-Timing` on one response. Without a session it has whole milliseconds and no `db`: the number of queries may
 * depend on what is stored, such as whether an account exists.
 */
export function setServerTiming({ context }: FastifyRequest, reply: FastifyReply, total: number): void {
  void reply.header(
    'server-timing',
    context?.caller
      ? `db;dur=${tenths(context.databaseTime.total)}, total;dur=${tenths(total)}`
      : `total;dur=${Math.round(total)}`,
  );
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds from its arrival until the head of its response was sent. */
    answeredAfter: number;
  }
}
