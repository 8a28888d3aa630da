import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** How often it is looked whether it goes on. Milliseconds. */
const again = 100;

interface Options {
  /** How many have their turn at once. */
  atOnce: number;
  /** How many may wait for it. */
  most: number;
  /** What is thrown where more wait than may. */
  crowded: () => Error;
  /** Without it, whoever waits does so for as long as it takes. */
  patience?: Patience;
}

interface Patience {
  /** For how long one waits in any case, and for how long where it goes on. Milliseconds. */
  least: number;
  longest: number;
  /** Whether turns come to their ends. */
  goesOn: () => boolean;
  /** What is thrown where it does not go on. */
  stuck: () => Error;
}

/** Lets a few work at once; the others wait in the order in which they came, as long as it goes on. */
export class Turns {
  readonly #options: Options;
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(options: Options) {
    this.#options = options;
    this.#free = options.atOnce;
  }

  /** How many wait for a turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits for a turn, which lasts until the function returned is called. */
  async begin(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    return () => this.#end();
  }

  #end(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  async #wait(): Promise<void> {
    const { most, crowded, patience } = this.#options;
    if (this.#waiting.size >= most) throw crowded();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    if (!patience) return promise;
    const giveUp = () => {
      if (this.#waiting.delete(resolve)) reject(patience.stuck());
    };
    const soon = setTimeout(() => void this.#giveUpUnless(patience.goesOn, resolve, giveUp), patience.least);
    const late = setTimeout(giveUp, patience.longest);
    try {
      await promise;
    } finally {
      clearTimeout(soon);
      clearTimeout(late);
    }
  }

  /** Looks again and again whether it goes on, as long as the one who waits does. */
  async #giveUpUnless(goesOn: () => boolean, waiting: () => void, giveUp: () => void): Promise<void> {
    while (this.#waiting.has(waiting)) {
      // Where this process was kept from working, answers have come that were not read yet.
      await nextTurn();
      if (!goesOn()) return giveUp();
      await delay(again);
    }
  }
}
