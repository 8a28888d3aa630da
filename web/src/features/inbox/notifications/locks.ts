/* Coordination between a browser's tabs by locks, which the browser releases when a tab is closed or crashes. */

const lookedAt = 'inbox: looked at ';

/** Held by a focused tab that shows the bug. */
export const lookedAtLock = (bugId: string) => lookedAt + bugId;

/** Held while notifications are shown, so that tabs decide on them one at a time. */
export const showingLock = 'inbox: notifications';

/** Held by the tab that keeps its stream open while hidden. */
export const listeningLock = 'inbox: listening';

/** Acquires a lock, or waits for it; `onHeld` is called once it is held. Returns the function that releases it. */
export function holdLock(
  name: string,
  { mode = 'shared', onHeld }: { mode?: LockMode; onHeld?: () => void } = {},
): () => void {
  const end = Promise.withResolvers<void>();
  const waiting = new AbortController();
  navigator.locks
    .request(name, { mode, signal: waiting.signal }, () => {
      onHeld?.();
      return end.promise;
    })
    // It was released before it was acquired, or the browser does not support locks.
    .catch(() => {});
  return () => {
    waiting.abort();
    end.resolve();
  };
}

/** The bugs that are open in any visible tab. */
export async function lookedAtBugs(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(lookedAt) ? [name.slice(lookedAt.length)] : [])),
  );
}
