import type { RegisteredRouter } from '@tanstack/react-router';

/** The first seconds belong to the page that was opened. */
const quiet = 6_000;

/**
 * Loads the code of all pages and `others` some seconds after the first page, once the browser is idle, so that opening a page
 * only waits for its data, also while the server is away. On a metered line it loads nothing. Returns a function that stops
 * this. Code that fails to load is loaded when it is needed.
 */
export function fetchPagesAhead(
  router: RegisteredRouter,
  others: readonly (() => Promise<unknown>)[],
): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return () => undefined;
  const load = () => {
    for (const route of Object.values(router.routesById))
      void router.loadRouteChunk(route)?.catch(() => undefined);
    for (const other of others) void other().catch(() => undefined);
  };
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Not every browser has it.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(load, { timeout: 5_000 });
    else load();
  }, quiet);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
