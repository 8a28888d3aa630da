import { bugKinds } from '#contract/bugs/bug-fields.ts';
import { backoff, whenVisible } from '#web/lib/waiting.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
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

/** If more resources than this have changed, everything counts as changed. */
const mostPending = 1_000;

/**
 * Collects changes and delivers them in batches, sequentially. The pause between two grows with the duration of the
 * last one. A failed delivery is retried until `signal` is aborted.
 */
export function createBatches(delivery: Delivery, signal: AbortSignal) {
  let pending = new Map<string, LiveChange>();
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delivering = false;
  let isHeld = false;
  let failures = 0;
  let restUntil = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));

  function schedule(): void {
    if (signal.aborted || isHeld || delivering || timer !== undefined || (pending.size === 0 && !missed))
      return;
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
    missed ||= pending.size > mostPending;
    if (missed) pending.clear();
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
    /** Sets whether changes are only collected, while no one looks at the page. */
    hold(next: boolean): void {
      isHeld = next;
      schedule();
    },
  };
}

/** Gives all changes of a bug what its last one carries: an earlier one may carry a bug that is deleted by now. */
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

/** Whether to try again after a failure, when the server may be reachable. */
function isWorthAnother(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 401;
  reportError(error);
  return false;
}

/** Requests for data that changes may have altered in a way that only the server knows. */
export interface Ask {
  /** The number of requests, sent one after another. */
  readonly calls: number;
  /** Sends the requests. If it rejects because the server was unreachable, it is called again. */
  run(): Promise<void>;
}

/** Sends the requests at a time of the page's choosing, once for all calls with the same key until then. */
export type AskAgain = (key: string, ask: Ask) => void;

/** The number of requests per second that all pages with a stream of the same server process may send together. */
const maxRate = 20;
/** The minimum time between two requests for the same data, in milliseconds. */
const shortest = 1_000;
/** The longest wait before a request, in milliseconds. With over a thousand streams, the rate is exceeded instead. */
const longestShare = 60_000;

/**
 * The time in milliseconds within which a page sends this many requests at most once, so that all pages together stay
 * within the rate. `streams` is the number of live streams of the server process.
 */
export function share(calls: number, streams: number): number {
  return Math.min(longestShare, (1_000 * calls * streams) / maxRate);
}

/**
 * Collects asks and makes them in rounds. A round begins at a random moment of the page's share after the first change,
 * because every page learns of a change at the same time. A hidden page waits until it is visible.
 */
export function createAsks(signal: AbortSignal) {
  let pending = new Map<string, Ask>();
  let streams = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let failures = 0;
  let restUntil = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));

  function schedule(): void {
    if (signal.aborted || isRunning || timer !== undefined || pending.size === 0) return;
    const wait = Math.max(restUntil - performance.now(), Math.random() * share(callsOf(pending), streams));
    timer = setTimeout(() => void makeRound(), wait);
  }

  async function makeRound(): Promise<void> {
    timer = undefined;
    isRunning = true;
    await whenVisible(signal);
    if (signal.aborted) return;
    const asks = pending;
    pending = new Map<string, Ask>();
    const begin = performance.now();
    const outcomes = await Promise.allSettled(Array.from(asks.values(), (ask) => ask.run()));
    // Signing out cancels the requests.
    if (signal.aborted) return;
    const failed = [...asks].filter((_, i) => {
      const outcome = outcomes[i];
      return outcome?.status === 'rejected' && isWorthAnother(outcome.reason);
    });
    pending = new Map([...failed, ...pending]);
    failures = failed.length > 0 ? failures + 1 : 0;
    const longest = Math.max(...Array.from(asks.values(), ({ calls }) => calls));
    const rest = Math.max(shortest * longest, share(callsOf(asks), streams));
    restUntil = begin + Math.max(rest, failures > 0 ? backoff(failures) : 0);
    isRunning = false;
    schedule();
  }

  return {
    setStreams(count: number): void {
      if (count > 0) streams = count;
    },
    add(key: string, ask: Ask): void {
      pending.set(key, ask);
      schedule();
    },
  };
}

const callsOf = (asks: ReadonlyMap<string, Ask>) =>
  Array.from(asks.values(), ({ calls }) => calls).reduce((sum, calls) => sum + calls, 0);
