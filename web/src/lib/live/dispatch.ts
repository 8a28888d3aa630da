import type { LiveChange, LiveHandlers, Screens } from './change.ts';
import { reread } from './reread.ts';

/**
 * Passes changes to the handlers of their kinds: one feature's handlers run sequentially, as declared, and features in
 * parallel. Changes of a kind without handlers are ignored. Rejects if a handler did, after all have finished.
 */
export async function dispatch(
  features: readonly LiveHandlers[],
  screens: Screens,
  changes: readonly LiveChange[],
): Promise<void> {
  // Waits for all, so that none of this batch is still running when the next one arrives.
  const outcomes = await Promise.allSettled(features.map((handlers) => handle(handlers, screens, changes)));
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

async function handle(
  handlers: LiveHandlers,
  screens: Screens,
  changes: readonly LiveChange[],
): Promise<void> {
  for (const [kind, handler] of Object.entries(handlers)) {
    const ofKind = changes.filter(({ type }) => type === kind);
    if (ofKind.length === 0) continue;
    if (typeof handler === 'function') await handler(screens, ofKind);
    else await Promise.all(handler.map((queryKey) => reread(screens.queryClient, { queryKey })));
  }
}
