import type { RegisteredRouter } from '@tanstack/react-router';

/**
 * Loads the code of all pages and `others` once the browser is idle, so that opening a page only waits for its data, also while
 * the server is away. On a metered line it loads nothing. Returns a function that stops this. Code that fails to load is loaded
 * when it is needed.
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
  // Not every browser has `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, 2_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(load, { timeout: 5_000 });
  return () => cancelIdleCallback(idle);
}
