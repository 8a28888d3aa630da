/* When a stream is worth having: a hidden page shows nothing, and holds one of the browser's few connections to the server. */
const goodbye = 5_000;

/** Resolves once the page is looked at, or `signal` is aborted. */
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

/** How often a hidden page looks for what is new, and for how long after it was hidden, in milliseconds. */
const glance = 30_000;
const interest = 8 * 60 * 60_000;

/**
 * Resolves when a stream is worth having again: at once while the page is looked at, and every now and then while it is
 * hidden, so that its tab can say that something is new. Not for ever: a session ends that nobody uses.
 */
export async function whenOfInterest(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return noteVisible();
  hiddenSince ??= Date.now();
  if (Date.now() - hiddenSince < interest) await pause(glance, signal);
  else await whenVisible(signal);
}

let hiddenSince: number | undefined;

function noteVisible(): void {
  hiddenSince = undefined;
}

/** Resolves after `milliseconds`; sooner when the network is back, the page is looked at, or `signal` is aborted. */
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

/** Calls `onHidden` a few seconds after the page was hidden, or from now on if it is, and `onVisible` when it is looked at, until `signal` is aborted. */
export function watchAttention(signal: AbortSignal, onHidden: () => void, onVisible: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look() {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(onHidden, goodbye);
    else {
      noteVisible();
      onVisible();
    }
  }
  if (document.hidden) look();
  else noteVisible();
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}
