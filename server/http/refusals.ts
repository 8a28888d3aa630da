import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { Origin } from '#server/events.ts';
import { AppError } from './errors.ts';
import type { AppContext } from './request-context.ts';

/**
 * How long repetitions of a refusal are counted before they are recorded, and how often that is checked. Milliseconds.
 */
const period = 10 * 60_000;
const sweep = 60_000;

/** A refusal that was recorded, and its repetitions by the same user since. */
interface Counted {
  readonly what: string;
  readonly began: number;
  more: number;
  /** The origin of the latest one. */
  origin: Origin;
}

interface Options extends Pick<AppContext, 'write' | 'events' | 'now'> {
  onFault: (error: unknown) => void;
}

/**
 * Records requests that were forbidden to their users, for the audit trail. The first one is recorded immediately;
 * repetitions by the same user are counted, and recorded together after ten minutes or when the server stops. A process
 * that is killed loses the latest counts, but no first refusal.
 */
export class Refusals {
  readonly #options: Options;
  readonly #counted = new Map<string, Counted>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => {
      const now = options.now().getTime();
      void this.#record([...this.#counted].filter(([, counted]) => isOver(counted, now)));
    }, sweep).unref();
  }

  /** Records the counts so far. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#record([...this.#counted]);
  }

  /** Records or counts a refusal of `what` to the user of the origin. A failure to store it is passed to `onFault`. */
  async note(origin: Origin, what: string): Promise<void> {
    const key = `${origin.actorId} ${what}`;
    const known = this.#counted.get(key);
    if (known && !isOver(known, origin.at.getTime())) {
      known.more += 1;
      known.origin = origin;
      return;
    }
    if (known) await this.#record([[key, known]]);
    const first = { what, began: origin.at.getTime(), more: 0, origin };
    this.#counted.set(key, first);
    const { write, onFault } = this.#options;
    await write((tx) => this.#emit(tx, origin, { what })).catch((error: unknown) => {
      if (this.#counted.get(key) === first) this.#counted.delete(key);
      onFault(error);
    });
  }

  async #record(over: readonly (readonly [string, Counted])[]): Promise<void> {
    const { write, onFault } = this.#options;
    for (const [key] of over) this.#counted.delete(key);
    const repeated = over.filter(([, { more }]) => more > 0);
    if (repeated.length === 0) return;
    const stored = write(async (tx) => {
      for (const [, { what, more, origin }] of repeated) await this.#emit(tx, origin, { what, more });
    });
    await stored.catch((error: unknown) => {
      // They are recorded the next time.
      for (const [key, counted] of repeated) if (!this.#counted.has(key)) this.#counted.set(key, counted);
      onFault(error);
    });
  }

  /** Each refusal is a unit of work, because each has its own origin. */
  async #emit(tx: Tx, origin: Origin, refusal: { what: string; more?: number }): Promise<void> {
    const { events } = this.#options;
    const work = async () => events.emit(tx, { type: 'refused', ...refusal });
    await events.run(tx, () => origin, work);
  }
}

function isOver({ began }: Counted, now: number): boolean {
  return now - began >= period;
}

/** The hook that records each 403 of an endpoint, even if the client has closed its connection. */
export function auditRefusals({ method, path }: Endpoint, refusals: Refusals) {
  return async ({ context }: FastifyRequest, _reply: FastifyReply, error: Error): Promise<void> => {
    if (context && error instanceof AppError && error.code === 'forbidden')
      await refusals.note(context.origin(), `${method} ${path}`);
  };
}
