import type { RegisteredRouter } from '@tanstack/react-router';

/** The pages that people go to most, which are small: they open without a wait for their code. */
const likely = ['/', '/bugs', '/bugs/create', '/bugs/$id', '/profile'] as const;
/** The page and the likely ones come first: the rest waits for this long, in milliseconds. */
const restAfter = 5_000;

/**
 * Loads code before it is needed, whenever the browser is idle: that of the likely pages at once, and `forOutages` after a
 * while, so that it opens also while the server cannot be reached. On a metered line it loads nothing. Returns a function that
 * stops this. Code that fails to load is loaded when it is needed.
 */
export function loadAhead(
  router: RegisteredRouter,
  forOutages: readonly (() => Promise<unknown>)[],
): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return () => undefined;
  const stops = [
    whenIdle(() => {
      for (const path of likely)
        void router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined);
    }),
  ];
  const timer = setTimeout(() => {
    const load = () => {
      for (const part of forOutages) void part().catch(() => undefined);
    };
    stops.push(whenIdle(load));
  }, restAfter);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

function whenIdle(act: () => void): () => void {
  // Not every browser has it.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act, { timeout: 5_000 });
  return () => cancelIdleCallback(idle);
}
