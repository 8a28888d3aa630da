/** What is needed first has the line to itself. */
const ownTimeOfPage = 5_000;

/**
 * Loads `code` once the page has been open for a while and the browser is idle: what people need while the server cannot be
 * reached, so that it opens then, too. On a metered line it loads nothing. Returns a function that stops this. Code that
 * fails to load is loaded when it is needed.
 */
export function loadForOutages(code: readonly (() => Promise<unknown>)[]): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return () => undefined;
  let idle = 0;
  const load = () => {
    for (const part of code) void part().catch(() => undefined);
  };
  const timer = setTimeout(() => {
    // Not every browser has it.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(load, { timeout: 5_000 });
    else load();
  }, ownTimeOfPage);
  return () => {
    clearTimeout(timer);
    if (idle !== 0) cancelIdleCallback(idle);
  };
}
