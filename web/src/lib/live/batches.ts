import { bugKinds } from '#contract/bugs/bug-fields.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { backoff } from '#web/lib/waiting.ts';
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
      await (everything ? delivery.everything() : delivery.changes(withBugs([...changes.values()])));
      failures = 0;
    } catch (error) {
      // Signing out cancels fetches of a delivery.
      if (signal.aborted) return;
      failures += 1;
      if (isWorthAnother(error)) {
        const newer = pending;
        pending = changes;
        for (const change of newer.values()) note(change);
        missed ||= everything;
      }
    }
    const end = performance.now();
    restUntil = end + (failures > 0 ? backoff(failures) : Math.max(spacing, 2 * (end - begin)));
    delivering = false;
    schedule();
  }

  function note(change: LiveChange): void {
    const key = `${change.type} ${change._id}`;
    const filed = change.filed ?? pending.get(key)?.filed;
    pending.set(key, filed === undefined ? change : { ...change, filed });
  }

  return {
    add(change: LiveChange): void {
      note(change.type === 'bug' && change.version === 1 ? { ...change, filed: change.seq } : change);
      schedule();
    },
    addEverything(): void {
      missed = true;
      schedule();
    },
  };
}

/** The changes, each of a bug with what the last of them carries: an earlier one may carry a bug that is deleted by now. */
function withBugs(changes: readonly LiveChange[]): readonly LiveChange[] {
  const last = new Map<string, LiveChange>();
  for (const change of changes)
    if (bugKinds.has(change.type) && change.seq > (last.get(change._id)?.seq ?? -1))
      last.set(change._id, change);
  return changes.map((change) => {
    if (!bugKinds.has(change.type)) return change;
    const { bug: _, ...bare } = change;
    const bug = last.get(change._id)?.bug;
    return bug ? { ...bare, bug } : bare;
  });
}

/** Whether what failed is to be tried again: the server may be reachable then. */
export function isWorthAnother(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 401;
  reportError(error);
  return false;
}
