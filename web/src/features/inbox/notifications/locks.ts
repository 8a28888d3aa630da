/* What the tabs of a browser agree on by locks, which the browser releases when a tab is closed or crashes. */

const lookedAt = 'inbox: looked at ';

/** Held by a tab that has the focus and shows the bug. */
export const lookedAtLock = (bugId: string) => lookedAt + bugId;

/** Held while notifications are shown, so that one tab after another decides on them. */
export const showingLock = 'inbox: notifications';

/** Held by the tab that listens to the server also while it is hidden. */
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
    // It was let go before it was held, or the browser refuses locks.
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
