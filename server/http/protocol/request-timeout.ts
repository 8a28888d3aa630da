import type { IncomingMessage, Server } from 'node:http';

/** The timeout of a body, and the interval at which bodies that are still arriving are checked. Milliseconds. */
const defaultTimes = { usual: 15_000, sweep: 1_000 };

/**
 * Ends requests whose body takes too long to arrive. Node's `requestTimeout` has one limit for all; here a route can
 * allow more time once it has authenticated its caller.
 */
export class RequestTimeout {
  /** The deadline of each body, by the monotonic clock. */
  readonly #deadlines = new Map<IncomingMessage, number>();
  /** The requests of this iteration of the event loop; most bodies come with their head. */
  #arrived: IncomingMessage[] = [];
  readonly #server: Server;
  readonly #usual: number;

  constructor(server: Server, { usual, sweep } = defaultTimes) {
    this.#server = server;
    this.#usual = usual;
    server.on('request', (request: IncomingMessage) => this.#watch(request));
    const timer = setInterval(() => this.#endLate(), sweep).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Sets the timeout of a request's body, in milliseconds from now. */
  extend(request: IncomingMessage, time: number): void {
    this.#deadlines.set(request, performance.now() + time);
  }

  /** Resets the timeout of the rest of a body to the default. */
  limit(request: IncomingMessage): void {
    this.extend(request, this.#usual);
  }

  #watch(request: IncomingMessage): void {
    const { headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    this.#arrived.push(request);
    if (this.#arrived.length > 1) return;
    const began = performance.now();
    setImmediate(() => {
      const arrived = this.#arrived;
      this.#arrived = [];
      for (const each of arrived)
        if (!each.complete && !this.#deadlines.has(each)) this.#deadlines.set(each, began + this.#usual);
    });
  }

  #endLate(): void {
    const now = performance.now();
    for (const [request, deadline] of this.#deadlines) {
      if (request.complete || request.socket.destroyed) this.#deadlines.delete(request);
      else if (deadline < now) {
        this.#deadlines.delete(request);
        const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        this.#server.emit('clientError', error, request.socket);
      }
    }
  }
}
