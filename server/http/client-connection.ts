import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientGone } from './errors.ts';

/** One listener per socket, regardless of how many of its requests wait: clients may send many at once. */
const callbacks = new WeakMap<Socket, Set<() => void>>();

/** Calls back once the socket closes, unless the function returned is called before. */
function onClose(socket: Socket, callback: () => void): () => void {
  let all = callbacks.get(socket);
  if (!all) {
    const created = new Set<() => void>();
    callbacks.set(socket, (all = created));
    socket.once('close', () => {
      for (const one of created) one();
    });
  }
  const added = all.add(callback);
  return () => added.delete(callback);
}

/** The connection of a request, so that no work begins for a client that has closed it. */
export class ClientConnection {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #controller: AbortController | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
  }

  get isClosed(): boolean {
    return this.#request.raw.socket.destroyed;
  }

  /** Whether the head of the answer has been sent. */
  get isAnswering(): boolean {
    return this.#reply.raw.headersSent;
  }

  /** @throws ClientGone when the client has closed it */
  throwIfClosed(): void {
    if (this.isClosed) throw new ClientGone();
  }

  /** Calls back once the client closes it, unless the function returned is called before. */
  onClose(callback: () => void): () => void {
    return onClose(this.#request.raw.socket, callback);
  }

  /**
   * Aborted, with a `ClientGone`, when the client closes the connection before its answer has been sent. Not Fastify's
   * `request.signal`, which can be aborted by the end of a body.
   */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = (this.#controller = new AbortController());
    if (this.isClosed) controller.abort(new ClientGone());
    const stop = this.onClose(() => controller.abort(new ClientGone()));
    const response = this.#reply.raw;
    response.once('close', () => {
      stop();
      // This event also occurs when the connection closes, then before the socket's own event.
      if (!response.writableFinished) controller.abort(new ClientGone());
    });
    return controller.signal;
  }
}
