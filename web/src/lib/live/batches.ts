import { ApiError } from '#web/lib/api/api-error.ts';
import { backoff } from '#web/lib/backoff.ts';
import type { LiveChange } from './change.ts';

/** The handler of changes. If it rejects, it is called again. */
export interface Delivery {
  changes(changes: readonly LiveChange[]): Promise<void>;
  /** Changes were missed: anything may have changed. */
  everything(): Promise<void>;
}

/* In milliseconds: related changes are delivered together, and a burst of changes in a few batches. */
const gathering = 100;
const spacing = 300;

/**
 * Collects changes and delivers them in batches, sequentially. The pause between two grows with the duration of the
 * last one. A failed delivery is retried until `signal` is aborted.
 */
export function createBatches(delivery: Delivery, signal: AbortSignal) {
  let pending = new Map<string, LiveChange>();
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delivering = false;
  let failures = 0;
  let restUntil = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));

  function schedule(): void {
    if (signal.aborted || delivering || timer !== undefined || (pending.size === 0 && !missed)) return;
    timer = setTimeout(() => void deliver(), Math.max(gathering, restUntil - performance.now()));
  }

  async function deliver(): Promise<void> {
    const changes = pending;
    const everything = missed;
    pending = new Map<string, LiveChange>();
    missed = false;
    timer = undefined;
    delivering = true;
    const begin = performance.now();
    try {
      await (everything ? delivery.everything() : delivery.changes([...changes.values()]));
      failures = 0;
    } catch (error) {
      // Signing out cancels fetches of a delivery.
      if (signal.aborted) return;
      failures += 1;
      if (isWorthAnother(error)) {
        pending = new Map([...changes, ...pending]);
        missed ||= everything;
      }
    }
    const end = performance.now();
    restUntil = end + (failures > 0 ? backoff(failures) : Math.max(spacing, 2 * (end - begin)));
    delivering = false;
    schedule();
  }

  return {
    add(change: LiveChange): void {
      pending.set(`${change.type} ${change._id}`, change);
      schedule();
    },
    addEverything(): void {
      missed = true;
      schedule();
    },
  };
}

function isWorthAnother(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 401;
  reportError(error);
  return false;
}
