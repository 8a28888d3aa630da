import { pause, whenVisible } from '#web/lib/waiting.ts';

/*
 * Decides when a page has a stream and shows the changes that it learns of. A hidden page shows nothing, and its stream
 * would occupy one of the browser's few connections to the server.
 */

/** The time after which a hidden page leaves the stream to others, in milliseconds. */
const goodbye = 5_000;

/** The interval at which a hidden page polls for changes, and the time after which it stops, in milliseconds. */
const glance = 30_000;
const interest = 8 * 60 * 60_000;

let hiddenSince: number | undefined;
let isKept = false;

/** Sets whether a hidden page keeps its stream, for notifications outside the page. One page per browser is enough. */
export function keepWhileHidden(isWanted: boolean): void {
  isKept = isWanted;
}

/**
 * Resolves when the page should reopen its stream: at once while it is visible, and at intervals while it is hidden, so
 * that its tab can indicate changes. The intervals end after some hours, because an unused session has to expire.
 */
export async function whenOfInterest(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return noteVisible();
  if (timeOfInterest() <= 0) await whenVisible(signal);
  else if (!isKept) await pause(glance, signal);
}

/** How long a hidden page still opens streams, in milliseconds. */
function timeOfInterest(): number {
  hiddenSince ??= Date.now();
  return interest - (Date.now() - hiddenSince);
}

function noteVisible(): void {
  hiddenSince = undefined;
}

/** A signal that is aborted a few seconds after the page is hidden (or after the call, if it already is), or with `signal`. */
export function attentionUntil(signal: AbortSignal): AbortSignal {
  const hidden = new AbortController();
  const attention = AbortSignal.any([signal, hidden.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look() {
    clearTimeout(timer);
    if (document.hidden) {
      const wait = isKept ? Math.max(goodbye, timeOfInterest()) : goodbye;
      timer = setTimeout(() => hidden.abort(), wait);
    } else noteVisible();
  }
  look();
  document.addEventListener('visibilitychange', look, { signal: attention });
  attention.addEventListener('abort', () => clearTimeout(timer));
  return attention;
}
