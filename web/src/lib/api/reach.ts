import { backoff, isPageLeaving, pause, whenVisible } from '#web/lib/waiting.ts';
import { createNotifier } from '#web/lib/notifier.ts';

let awaySince: number | undefined;
let looking: AbortController | undefined;
const changed = createNotifier();

/** Whether the server is reachable: one state for calls and live updates. */
export const reach = {
  /** Since when the server is unreachable, in milliseconds since 1970; undefined while it responds. */
  get: () => awaySince,
  /** Calls `listener` on changes. Returns the function that stops this. */
  subscribe: changed.subscribe,
};

function set(since: number | undefined): void {
  if (awaySince === since) return;
  awaySince = since;
  changed.notify();
}

/** Records a response of the server, including errors. */
export function noteAnswer(): void {
  looking?.abort();
  looking = undefined;
  set(undefined);
}

/**
 * Records that a call had no response. Because only this call may have failed, `ask` decides: it sends a small request,
 * repeated until the server responds.
 */
export function noteSilence(ask: () => Promise<unknown>): void {
  if (looking) return;
  looking = new AbortController();
  void look(ask, looking.signal);
}

async function look(ask: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const begun = Date.now();
  for (let failures = 1; ; failures += 1) {
    // A response ends this through `noteAnswer`, including one to any other call.
    await ask().catch(() => undefined);
    if (signal.aborted) return;
    // The browser cancels the requests of a page that is being left; that is not a failure of the server.
    if (!isPageLeaving()) set(begun);
    await pause(backoff(failures), signal);
    await whenVisible(signal);
    if (signal.aborted) return;
  }
}

/** Resolves once the server is not known to be unreachable, or `signal` is aborted. */
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
