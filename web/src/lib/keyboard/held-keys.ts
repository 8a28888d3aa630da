import { pageFailed } from '#web/lib/lazy-page.ts';
import { keyNotice } from './key-notice.ts';
import { pressAgain } from './press-again.ts';
import { texts } from './texts.ts';

/*
 * Keys that are typed while something opens: they are held back, and replayed once what opens has the focus. They reach neither
 * the page nor its shortcuts meanwhile.
 */

/** Elements in which one types. */
export const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="textbox"]';

/** What lies over the page and has the keys while it is open. */
export const inFront = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Something that opens. */
interface Opening {
  /** Ends the opening, as Escape and a press of the pointer do where it is not for the page. */
  readonly cancel: () => void;
  /** It does not take the focus, such as a panel beside the page: the keys are for the page again once it is there. */
  readonly isForPage?: boolean;
}

/** More come only from a key that something lies on. */
const mostKeys = 200;
/** How long code and data may take, in milliseconds. */
const openingTimeout = 30_000;
/** After keys were dropped, others are, until the user has stopped typing for what is not there: this long, in milliseconds. */
const pause = 1_000;
/** How long what is rendered may take to get the focus, in milliseconds. */
const focusTimeout = 5_000;

const replayable =
  /^(Enter|Escape|Tab|Backspace|Delete|Home|End|PageUp|PageDown|ArrowUp|ArrowDown|ArrowLeft|ArrowRight|.)$/su;

const openings = new Set<Opening>();
let held: KeyboardEvent[] = [];
/** What had the focus when the first opening began. */
let from: Element | null = null;
/** Ends the wait for the focus, or the replay. */
let settling: AbortController | undefined;
/** `settling`, while it waits for the focus. */
let awaitingFocus: AbortController | undefined;
/** When the last key was dropped, in the time of events. */
let droppedAt = -Infinity;
let isReplayed = false;

const isHolding = () => openings.size > 0 || settling !== undefined;

/** Whether the key that is being handled was held back: it is for what has opened, and never a shortcut. */
export const isHeldKey = (): boolean => isReplayed;

/**
 * Holds back keys from now on. Once it is open, call the returned function; once it has failed to open, call
 * `openingFailed`, as this does itself after a time.
 */
export function holdKeys(opening: Opening): () => void {
  if (!isHolding()) from = document.activeElement;
  droppedAt = -Infinity;
  // What opens next gets the rest of the keys.
  settling?.abort();
  openings.add(opening);
  const timer = setTimeout(() => {
    if (!openings.has(opening)) return;
    openingFailed();
    opening.cancel();
  }, openingTimeout);
  return () => {
    clearTimeout(timer);
    if (!openings.delete(opening) || openings.size > 0) return;
    settling = new AbortController();
    void settle(settling, opening);
  };
}

/** Holds back keys until a page with a field that takes the focus is opened. */
export function holdKeysWhile(opened: Promise<unknown>): void {
  const end = holdKeys({ cancel: () => undefined });
  opened.then(end, end);
}

/** Drops the keys and says that something could not be opened. */
export function openingFailed(): void {
  drop();
  droppedAt = performance.now();
  keyNotice.show({ text: texts.notOpened, isFailure: true });
}

/** Says why a key does nothing yet, and drops those that follow it at once: they were meant for what it does. */
export function refuseKeys(text: string): void {
  drop();
  droppedAt = performance.now();
  keyNotice.show({ text });
}

/** Drops the held keys, and those that follow them at once: what they were meant for does not open. */
export function dropHeldKeys(): void {
  if (held.length > 0) {
    keyNotice.show({ text: texts.dropped });
    droppedAt = performance.now();
  }
  drop();
}

function drop(): void {
  held = [];
  openings.clear();
  settling?.abort();
  settling = undefined;
}

/** Ends what takes the focus once it is open, and drops the keys. Returns false where there is nothing of the kind. */
function cancel(): boolean {
  droppedAt = -Infinity;
  const cancelled = [...openings].filter(({ isForPage }) => isForPage !== true);
  if (cancelled.length === 0 && (!settling || settling !== awaitingFocus)) return false;
  drop();
  for (const opening of cancelled) opening.cancel();
  return true;
}

/** Replays the keys once what has opened has the focus. */
async function settle(settled: AbortController, { isForPage = false }: Opening): Promise<void> {
  const { signal } = settled;
  // What is rendered now sets the focus only then.
  await Promise.resolve();
  if (!isForPage) {
    awaitingFocus = settled;
    await whenOpened(signal);
    if (awaitingFocus === settled) awaitingFocus = undefined;
  }
  while (held.length > 0 && !signal.aborted) {
    const [key] = held;
    if (!key || (!isForPage && !hasOpened())) break;
    held = held.slice(1);
    isReplayed = !isForPage;
    try {
      pressAgain(key);
    } finally {
      isReplayed = false;
    }
    // Timers may come late, and keys are no longer for what opened if this one has closed it.
    if (held.length === 0) break;
    // What it has changed is rendered before the next one, as between real keys.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (signal.aborted) return;
  // Nothing takes them: it does not have the focus, or one of the keys has closed it.
  if (held.length > 0) {
    keyNotice.show({ text: texts.dropped });
    droppedAt = performance.now();
  }
  drop();
}

/** Resolves once what opens has the focus, or has not got it in time. */
async function whenOpened(signal: AbortSignal): Promise<void> {
  if (hasOpened()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, focusTimeout);
  const look = () => hasOpened() && resolve();
  addEventListener('focusin', look);
  signal.addEventListener('abort', () => resolve());
  await promise;
  removeEventListener('focusin', look);
  clearTimeout(timer);
}

function hasOpened(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== from && focused.closest(`${typing}, ${inFront}`) !== null;
}

/** Holds back keys until the returned function is called. `isShortcut` tells of keys with Ctrl whether the page has them. */
export function listenForHeldKeys(isShortcut: (event: KeyboardEvent) => boolean): () => void {
  function onKeyDown(event: KeyboardEvent) {
    const isDropped = !isHolding() && event.timeStamp - droppedAt < pause;
    if (!isHolding() && !isDropped) return;
    if (!isTyped(event) || (isControlled(event) && !isShortcut(event))) return;
    keepBack(event);
    if (isDropped) droppedAt = event.timeStamp;
    if (isDropped || (event.key === 'Escape' && cancel())) return;
    // The key that began it may still be down, and is no text.
    const isText = !event.repeat || held.some(({ code }) => code === event.code);
    if (isText && held.length < mostKeys) held.push(event);
  }
  function onKeyUp(event: KeyboardEvent) {
    if (isHolding() && isTyped(event)) keepBack(event);
  }
  addEventListener('keydown', onKeyDown, true);
  addEventListener('keyup', onKeyUp, true);
  // A press of the pointer elsewhere means that the user has moved on.
  function onPointerDown() {
    if (!cancel()) drop();
  }
  addEventListener('pointerdown', onPointerDown, true);
  const stopListening = pageFailed.subscribe(dropHeldKeys);
  return () => {
    stopListening();
    drop();
    droppedAt = -Infinity;
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('keyup', onKeyUp, true);
    removeEventListener('pointerdown', onPointerDown, true);
  };
}

/** Composed text goes where it is composed; keys that nothing here handles are the browser's. */
function isTyped({ isTrusted, isComposing, key }: KeyboardEvent): boolean {
  return isTrusted && !isComposing && replayable.test(key);
}

function keepBack(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** AltGr, which types characters, is on some systems Ctrl and Alt. */
const isControlled = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
