import type { FastifyInstance } from 'fastify';
import { busy } from './errors.ts';

/**
 * How long one turn of the event loop goes on starting requests, in milliseconds, and how many turns go by before the next
 * one does. Every turn accepts one new connection: without those between, newcomers would wait for ever.
 */
const slice = 10;
const turnsBetween = 10;
/** How many requests a turn starts at most. */
const perTurn = 50;
/**
 * Whoever would have to wait longer than this, in milliseconds, is refused, as there is more to do than can be done; but
 * not where only so many wait, which may be one burst.
 */
const longestWait = 500;
const fewest = 1_000;
/**
 * What takes its turn. The page itself does not: without one of its files it would be broken, and they cost little. Nor do
 * `/healthz` and `/readyz`, by which machines decide whether to send any requests.
 */
const takesTurn = (url: string) => url.startsWith('/api/');

/** How many requests wait for their turn, and how many were refused since the start. */
export interface Admission {
  readonly waiting: number;
  readonly refused: number;
}

/**
 * Starts requests in the order in which they come, few in each turn, and refuses those that would have to wait for long:
 * what is taken is answered soon, nothing piles up, and everyone gets a turn.
 */
export function admitInTurn(app: FastifyInstance): Admission {
  let queue: (() => void)[] = [];
  let refused = 0;
  let turnBegan: number | undefined;
  /** Milliseconds from one start to the next while some wait, and when the last ones were started. */
  let pace = 0.5;
  let lastStarts: number | undefined;

  function isSpent(now: number): boolean {
    if (turnBegan === undefined) {
      turnBegan = now;
      setImmediate(() => (turnBegan = undefined));
    }
    return now - turnBegan > slice;
  }

  /** Starts those that wait, each in a callback of its own, as most of its work is done after the one that starts it. */
  function startSome(): void {
    let begun: number | undefined;
    let started = 0;
    for (let i = 0; i < perTurn; i += 1) {
      setImmediate(() => {
        begun ??= performance.now();
        if (started < queue.length && performance.now() - begun <= slice) queue[started++]?.();
      });
    }
    setImmediate(() => {
      notePace(started);
      queue = queue.slice(started);
      if (queue.length > 0) goOn(turnsBetween);
      else lastStarts = undefined;
    });
  }

  function notePace(started: number): void {
    const now = performance.now();
    if (lastStarts !== undefined && started > 0) pace += ((now - lastStarts) / started - pace) / 5;
    lastStarts = now;
  }

  function goOn(turns: number): void {
    if (turns === 0) startSome();
    else setImmediate(() => goOn(turns - 1));
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const waiting = queue.length;
    if (!takesTurn(request.url) || (waiting === 0 && !isSpent(performance.now()))) return done();
    if (waiting > fewest && waiting * pace > longestWait) {
      refused += 1;
      return done(busy());
    }
    queue.push(done);
    if (waiting === 0) startSome();
  });
  return {
    get waiting() {
      return queue.length;
    },
    get refused() {
      return refused;
    },
  };
}
