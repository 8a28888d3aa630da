import type { ClientConnection } from './client-connection.ts';
import { ClientGone, tooExpensive } from './errors.ts';

/** The time limit for the long reads of a request, in milliseconds; for a streamed answer, for each read. */
export const defaultReadTime = 5_000;

/** Ends the reads of a request when they take too long or when its client has gone. */
export class ReadDeadline {
  readonly #client: ClientConnection;
  readonly #readTime: number;
  #ends = Infinity;

  constructor(client: ClientConnection, readTime: number) {
    this.#client = client;
    this.#readTime = readTime;
  }

  /**
   * Runs a read with a signal that is aborted at the deadline, and rejects then without waiting for the read.
   * @throws AppError 503; ClientGone
   */
  async run<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#client.throwIfClosed();
    const now = performance.now();
    // Once the answer has begun, its total duration depends on the client.
    if (this.#ends === Infinity || this.#client.isAnswering) this.#ends = now + this.#readTime;
    if (now >= this.#ends) throw tooExpensive();
    const controller = new AbortController();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = (reason: Error) => {
      controller.abort(reason);
      reject(reason);
    };
    const timer = setTimeout(() => {
      // Timers may fire slightly early by this clock; the next read must be refused all the same.
      this.#ends = now;
      abort(tooExpensive());
    }, this.#ends - now);
    const stop = this.#client.onClose(() => abort(new ClientGone()));
    try {
      return await Promise.race([read(controller.signal), aborted]);
    } finally {
      clearTimeout(timer);
      stop();
    }
  }
}
