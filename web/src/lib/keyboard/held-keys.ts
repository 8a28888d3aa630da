import { pageFailed } from '#web/lib/lazy-page.ts';
import { keyNotice, texts } from './keyboard-state.ts';
import { pressAgain } from './press-again.ts';

/*
 * Keys typed while something opens are held back, and replayed once it has the focus. Until then, they reach neither
 * the page nor its shortcuts.
 */

/** Elements that accept typing. */
export const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="textbox"]';

/** Elements above the page that get the keys while they are open. */
export const inFront = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Something that is opening. */
interface Opening {
  /** Cancels the opening, as Escape (`isCancel`) and a pointer press do unless `isForPage`. */
  readonly cancel: () => void;
  /** Whether it leaves the focus to the page, like a panel beside it: the page gets the keys again once it is open. */
  readonly isForPage?: boolean;
}

/** The maximum number of held keys: more than this only come from an object lying on a key. */
const mostKeys = 200;
/** The timeout for loading code and data, in milliseconds. */
const openingTimeout = 30_000;
/**
 * After keys were dropped, further ones are dropped until the user has paused typing for this long, in milliseconds.
 */
const pause = 1_000;
/** The timeout for rendered content to get the focus, in milliseconds. */
const focusTimeout = 5_000;

const replayable =
  /^(Enter|Escape|Tab|Backspace|Delete|Home|End|PageUp|PageDown|ArrowUp|ArrowDown|ArrowLeft|ArrowRight|.)$/su;

const openings = new Set<Opening>();
let held: KeyboardEvent[] = [];
/** The focused element when the first opening began. */
let from: Element | null = null;
/** Aborts the wait for the focus, or the replay. */
let settling: AbortController | undefined;
/** `settling`, while waiting for the focus. */
let awaitingFocus: AbortController | undefined;
/** When the last key was dropped, on the clock of events. */
let droppedAt = -Infinity;
let isReplayed = false;

const isHolding = () => openings.size > 0 || settling !== undefined;

/** Whether the key being handled is a replayed one, which is meant for the opened part and is never a shortcut. */
export const isHeldKey = (): boolean => isReplayed;

/**
 * Holds back keys from now on. Call the returned function once the opening is done, or `openingFailed` if it fails.
 * After a timeout, this calls `openingFailed` itself.
 */
export function holdKeys(opening: Opening): () => void {
  if (!isHolding()) from = document.activeElement;
  droppedAt = -Infinity;
  // The next opening gets the remaining keys.
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

/** Drops the keys and reports that something could not be opened. */
export function openingFailed(): void {
  drop();
  droppedAt = performance.now();
  keyNotice.show({ text: texts.notOpened, isFailure: true });
}

/** Says why a key does nothing yet, and drops the keys that follow immediately: they were meant for its effect. */
export function refuseKeys(text: string): void {
  drop();
  droppedAt = performance.now();
  keyNotice.show({ text });
}

/** Drops the held keys, and those that follow immediately, because the part that they were meant for does not open. */
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

/** Cancels the openings that would take the focus, and drops the keys. Returns false if there are none. */
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
  // Content rendered now sets the focus only after this.
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
    // Timers may be late, and the keys are no longer for what opened if this one closed it.
    if (held.length === 0) break;
    // Lets the key's changes render before the next one, as between real keys.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (signal.aborted) return;
  // Nothing accepts the remaining keys: it does not have the focus, or one of the keys closed it.
  if (held.length > 0) {
    keyNotice.show({ text: texts.dropped });
    droppedAt = performance.now();
  }
  drop();
}

/** Resolves once what opens has the focus, or on a timeout. */
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

/**
 * Holds back keys until the returned function is called. `isShortcut` returns whether the page handles a key with Ctrl.
 */
export function listenForHeldKeys(isShortcut: (event: KeyboardEvent) => boolean): () => void {
  function onKeyDown(event: KeyboardEvent) {
    const isDropped = !isHolding() && event.timeStamp - droppedAt < pause;
    if (!isHolding() && !isDropped) return;
    if (!isTyped(event) || (isControlled(event) && !isShortcut(event))) return;
    keepBack(event);
    if (isDropped) droppedAt = event.timeStamp;
    if (isDropped || (isCancel(event) && cancel())) return;
    // The key that began it may still be down, and is no text.
    const isText = !event.repeat || held.some(({ code }) => code === event.code);
    if (isText && held.length < mostKeys) held.push(event);
  }
  function onKeyUp(event: KeyboardEvent) {
    if (isHolding() && isTyped(event)) keepBack(event);
  }
  addEventListener('keydown', onKeyDown, true);
  addEventListener('keyup', onKeyUp, true);
  // A pointer press elsewhere, or Back and Forward, mean that the user has moved on.
  function onMovedOn() {
    if (!cancel()) drop();
  }
  addEventListener('pointerdown', onMovedOn, true);
  addEventListener('popstate', onMovedOn);
  const stopListening = pageFailed.subscribe(dropHeldKeys);
  return () => {
    stopListening();
    drop();
    droppedAt = -Infinity;
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('keyup', onKeyUp, true);
    removeEventListener('pointerdown', onMovedOn, true);
    removeEventListener('popstate', onMovedOn);
  };
}

/**
 * Whether the key cancels the opening. Escape does, except the first one after Enter, which chose something: that one
 * closes what opens.
 */
function isCancel({ key }: KeyboardEvent): boolean {
  const last = held.findLast((one) => one.key === 'Enter' || one.key === 'Escape');
  return key === 'Escape' && last?.key !== 'Enter';
}

/** Keys that are not handled here are left to the browser. */
const isTyped = ({ isTrusted, key }: KeyboardEvent) => isTrusted && replayable.test(key);

function keepBack(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** AltGr, which types characters, appears as Ctrl and Alt on some systems. */
const isControlled = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
