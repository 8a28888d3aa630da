import { inLanguage } from '#web/language/language.ts';
import { createNotifier, openState } from '#web/lib/notifier.ts';

export const texts = inLanguage({
  en: {
    title: 'Keyboard shortcuts',
    groups: {
      list: 'List',
      bug: 'Bug',
      create: 'New bug',
      board: 'Board',
      inbox: 'Inbox',
      triage: 'Triage',
      everywhere: 'Everywhere',
      goTo: 'Go to',
    },
    enable: 'Enable single-key shortcuts',
    close: 'Close',
    notOpened:
      'This could not be opened: the server is offline, or has a new version. What was typed meanwhile is dropped.',
    dropped: 'Some keys were pressed before the page was ready, and were ignored.',
    onlyThere: (key: string, places: string) => `${key} works only ${places}.`,
  },
  de: {
    title: 'Tastenkürzel',
    groups: {
      list: 'Liste',
      bug: 'Bug',
      create: 'Neuer Bug',
      board: 'Board',
      inbox: 'Posteingang',
      triage: 'Sichtung',
      everywhere: 'Überall',
      goTo: 'Öffnen',
    },
    enable: 'Kürzel mit einzelnen Tasten aktivieren',
    close: 'Schließen',
    notOpened:
      'Das ließ sich nicht öffnen: Der Server ist nicht erreichbar, oder es gibt eine neue Version. Was inzwischen getippt wurde, ist verworfen.',
    dropped: 'Einige Tasten wurden gedrückt, bevor es etwas für sie gab, und sind verworfen.',
    onlyThere: (key: string, places: string) => `${key} wirkt nur ${places}.`,
  },
});

const key = 'shortcuts';
const turned = createNotifier();

/** The choice if the browser refuses storage: it then lasts as long as the page. */
let inMemory = true;

/**
 * Whether single-key shortcuts are on. Users who trigger keys by accident, by speech input or by hand, turn them off.
 */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return inMemory;
  }
}

/** Enables or disables shortcuts, permanently in this browser. */
export function turnShortcuts(on: boolean): void {
  inMemory = on;
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // The page remembers it.
  }
  turned.notify();
}

/** Calls `listener` when they are turned on or off. Returns the function that stops this. */
export const onShortcutsTurned = turned.subscribe;

interface KeyNotice {
  readonly id: number;
  readonly text: string;
  /** Something could not be opened: the notice stays until it is closed. */
  readonly isFailure?: boolean;
}

const { subscribe, notify } = createNotifier();
let shown: KeyNotice | undefined;
let count = 0;

/** Why a key did nothing, on one line; the next notice replaces it. */
export const keyNotice = {
  get: (): KeyNotice | undefined => shown,
  show(next: Omit<KeyNotice, 'id'> | undefined): void {
    count += 1;
    shown = next && { ...next, id: count };
    notify();
  },
  subscribe,
};

/** The list of shortcuts. */
export const shortcutList = openState();
