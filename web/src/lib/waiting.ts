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
