import type { IncomingMessage, Server } from 'node:http';

/** How long a body may take to arrive, and how often the bodies under way are looked at. Milliseconds. */
const defaultTimes = { usual: 15_000, sweep: 1_000 };

/**
 * Ends requests whose body takes too long to arrive, as Node's `requestTimeout` does, which has one limit for all: here a
 * route can allow longer ones, once it has authenticated its caller.
 */
export class RequestTimeout {
  /** When each body has to be there, by the monotonic clock. */
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

  /** Allows the body of a request to take so long, in milliseconds from now on. */
  extend(request: IncomingMessage, time: number): void {
    this.#deadlines.set(request, performance.now() + time);
  }

  /** Gives the rest of a body as long as that of any other request has. */
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
