const shortest = 500;
const longest = 10_000;

/**
 * The delay before the next retry, in milliseconds: half a second after the first failure, doubling each time, at most
 * ten seconds. A random part of up to a half prevents all clients from retrying at the same time.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const wait = shortest * 2 ** Math.max(0, failures - 1);
  return Math.min(longest, wait * (1 + random() / 2));
}

/** Resolves once the page is visible, or `signal` is aborted. */
export function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden || signal.aborted) return resolve();
    const done = new AbortController();
    function look() {
      if (document.hidden && !signal.aborted) return;
      done.abort();
      resolve();
    }
    document.addEventListener('visibilitychange', look, { signal: done.signal });
    signal.addEventListener('abort', look, { signal: done.signal });
  });
}

/** Resolves after `milliseconds`; sooner when the network is back, the page becomes visible, or `signal` is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = new AbortController();
    function end() {
      clearTimeout(timer);
      done.abort();
      resolve();
    }
    const timer = setTimeout(end, milliseconds);
    const options = { signal: done.signal };
    window.addEventListener('online', end, options);
    document.addEventListener('visibilitychange', () => document.hidden || end(), options);
    signal.addEventListener('abort', end, options);
  });
}

let leaving = false;

/** Registers the listeners, once for the whole page. */
export function watchPageLeaving(): void {
  addEventListener('beforeunload', () => {
    leaving = true;
    // Downloads and cancelled navigations also fire this event, and the page stays.
    setTimeout(() => (leaving = false), 1_000);
  });
  addEventListener('pagehide', () => (leaving = true));
  addEventListener('pageshow', () => (leaving = false));
}

/** Whether the browser is navigating to another page, which aborts requests. */
export function isPageLeaving(): boolean {
  return leaving;
}
