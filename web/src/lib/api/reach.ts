import { backoff } from '#web/lib/backoff.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { isPageLeaving } from '#web/lib/page-leaving.ts';
import { pause, whenVisible } from '#web/lib/waiting.ts';

let awaySince: number | undefined;
let looking: AbortController | undefined;
const changed = createNotifier();

/** Whether the server is reachable: one state for calls and live updates. */
export const reach = {
  /** Since when the server is out of reach, in milliseconds since 1970; undefined while it answers. */
  get: () => awaySince,
  /** Calls `listener` whenever that changes. Returns the way to stop. */
  subscribe: changed.subscribe,
};

function set(since: number | undefined): void {
  if (awaySince === since) return;
  awaySince = since;
  changed.notify();
}

/** Records an answer of the server, errors included. */
export function noteAnswer(): void {
  looking?.abort();
  looking = undefined;
  set(undefined);
}

/**
 * Records that a call had no answer. As that may be a failure of this call alone, `ask` decides: it sends a small
 * request, and is repeated until the server answers.
 */
export function noteSilence(ask: () => Promise<unknown>): void {
  if (looking) return;
  looking = new AbortController();
  void look(ask, looking.signal);
}

async function look(ask: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const begun = Date.now();
  for (let failures = 1; ; failures += 1) {
    // An answer ends this through `noteAnswer`, and so does one to any other call meanwhile.
    await ask().catch(() => undefined);
    if (signal.aborted) return;
    // The browser cancels the requests of a page that is being left; that is no failure of the server.
    if (!isPageLeaving()) set(begun);
    await pause(backoff(failures), signal);
    await whenVisible(signal);
    if (signal.aborted) return;
  }
}

/** Resolves once the server is not known to be out of reach, or `signal` is aborted. */
export function whenReached(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (awaySince === undefined || signal.aborted) return resolve();
    const done = () => {
      stop();
      resolve();
    };
    const stop = reach.subscribe(done);
    signal.addEventListener('abort', done, { once: true });
  });
}
