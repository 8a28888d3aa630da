import type { Store } from '#server/db/store.ts';
import { type Listener, type Origin, emitter } from '#server/events.ts';

/** How long repetitions of a refusal are only counted, and how often periods that are over are looked for. Milliseconds. */
const period = 10 * 60_000;
const sweep = 60_000;

/** What was refused to one user, and how often again since it was recorded. */
interface Counted {
  readonly what: string;
  readonly began: number;
  more: number;
  /** That of the latest request. */
  origin: Origin;
}

interface Options {
  write: Store['write'];
  listeners: readonly Listener[];
  now: () => Date;
  onFault: (error: unknown) => void;
}

/**
 * Records what users tried and may not do. The first time is recorded at once; repetitions of the same by the same user are
 * counted, and recorded together when ten minutes are over or the server stops. A process that is killed loses the
 * counts since then, never that there was a refusal.
 */
export class Refusals {
  readonly #options: Options;
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      const now = this.#options.now().getTime();
      void this.#record([...this.#counted].filter(([, counted]) => isOver(counted, now)));
    }, sweep).unref();
  }

  /** Records what was counted. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#record([...this.#counted]);
  }

  /** Records or counts a refusal of `what` to the user of the origin. What cannot be stored is reported as a fault. */
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
    const { write, listeners, onFault } = this.#options;
    await write((tx) => emitter(listeners, origin)(tx, { type: 'refused', what })).catch((error: unknown) => {
      if (this.#counted.get(key) === first) this.#counted.delete(key);
      onFault(error);
    });
  }

  async #record(over: readonly (readonly [string, Counted])[]): Promise<void> {
    const { write, listeners, onFault } = this.#options;
    for (const [key] of over) this.#counted.delete(key);
    const repeated = over.filter(([, { more }]) => more > 0);
    if (repeated.length === 0) return;
    const stored = write(async (tx) => {
      for (const [, { what, more, origin }] of repeated)
        await emitter(listeners, origin)(tx, { type: 'refused', what, more });
    });
    await stored.catch((error: unknown) => {
      // Counted on, to be recorded the next time.
      for (const [key, counted] of repeated) if (!this.#counted.has(key)) this.#counted.set(key, counted);
      onFault(error);
    });
  }
}

function isOver({ began }: Counted, now: number): boolean {
  return now - began >= period;
}
