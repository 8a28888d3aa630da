import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { additionsOffered } from '#web/lib/api/back-end.ts';

/** The pages that people open most. They are small, and open without a wait for their code. */
const likely = ['/', '/bugs', '/bugs/create', '/bugs/$id', '/profile'] as const;
type Loads = readonly (() => Promise<unknown>)[];

/** The page and the likely ones come first: the rest waits for this long, in milliseconds. */
const restAfter = 5_000;

/**
 * Loads code before it is needed, when the browser is idle. The code of the likely pages comes first, then that of
 * their `parts`. The code of `forOutages`, which has to open even while the server cannot be reached, comes after a
 * while. Loads nothing on a metered line. Code that fails to load is loaded when it is needed. Returns a function that
 * stops this.
 */
export function loadAhead(
  router: RegisteredRouter,
  { parts, forOutages }: Readonly<Record<'parts' | 'forOutages', Loads>>,
): () => void {
  if (isMetered()) return () => undefined;
  const stops = [
    whenIdle(() => {
      const pages = likely.map(async (path) => router.loadRouteChunk(router.routesByPath[path]));
      // Not together with the code that the page itself waits for.
      void Promise.allSettled(pages).then(() => loadAll(parts));
    }),
  ];
  const timer = setTimeout(() => stops.push(whenIdle(() => loadAll(forOutages))), restAfter);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

function loadAll(loads: Loads): void {
  for (const load of loads) void load().catch(() => undefined);
}

/** The maximum number of pages that are loaded in a minute because the pointer or the focus rests on their links. */
const mostInAMinute = 20;
/** While more queries than this are running, no page is loaded. A bug's page has eight, so one may follow another. */
const mostAtOnce = 12;

/**
 * Limits the preloading of pages whose links the pointer or the focus rests on to pages that are likely to be opened.
 * Nothing is preloaded on a metered line, by touch, or from a back end without additions, and nothing while much else
 * is loading. A pointer that has not moved since it was pressed does not count: a menu has closed under it. Returns a
 * function that ends this.
 */
export function limitPreload(router: RegisteredRouter, client: QueryClient): () => void {
  const { preloadRoute } = router;
  const stop = new AbortController();
  const listening = { signal: stop.signal, capture: true, passive: true };
  let isMeant = false;
  let begun: readonly number[] = [];
  document.addEventListener(
    'pointermove',
    ({ pointerType }) => (isMeant = pointerType !== 'touch'),
    listening,
  );
  document.addEventListener('pointerdown', () => (isMeant = false), listening);
  document.addEventListener('keydown', () => (isMeant = true), listening);
  router.preloadRoute = async (options) => {
    const now = performance.now();
    begun = begun.filter((at) => at > now - 60_000);
    const isTooMuch = begun.length >= mostInAMinute || client.isFetching() > mostAtOnce;
    if (!isMeant || isTooMuch || isMetered() || additionsOffered() !== true) return undefined;
    begun = [...begun, now];
    return preloadRoute(options);
  };
  return () => {
    stop.abort();
    router.preloadRoute = preloadRoute;
  };
}

function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function whenIdle(act: () => void): () => void {
  // Not every browser has `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act, { timeout: 5_000 });
  return () => cancelIdleCallback(idle);
}
