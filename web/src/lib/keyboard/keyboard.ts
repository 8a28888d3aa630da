import { holdsControl } from './control.ts';
import { nameOf, type Shortcut } from './shortcut.ts';

/** The actions of shortcuts; the argument is whether the key is held down, where a shortcut repeats. `null` disables one. */
export type Actions = Readonly<Record<string, ((isHeld: boolean) => void) | null | undefined>>;

interface Reach {
  shortcuts: readonly Shortcut[];
  isOn: () => boolean;
  go: (address: string) => void;
}

/** How long after the first key of two the second one may come, in milliseconds. */
const sequenceTimeout = 1_500;

const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="textbox"]';
/** Elements that handle the space bar. A closed select does not handle letters. */
const pressedBySpace = 'button, input, summary, [role="button"], [role="combobox"]';
const inFront = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Of the pages in sight; where two have a shortcut, the one that came last. */
const bound = new Set<() => Actions>();

/** Gives shortcuts their actions until the function returned is called. */
export function bind(actions: () => Actions): () => void {
  bound.add(actions);
  return () => void bound.delete(actions);
}

/**
 * Listens for shortcuts until the function returned is called. Keys with another modifier than Ctrl, keys that one types
 * or chooses with, and keys while a dialog is in front are left alone.
 */
export function listen({ shortcuts, isOn, go }: Reach): () => void {
  let first = { key: '', at: 0 };

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing || event.defaultPrevented || document.querySelector(inFront) !== null) return;
    const keys = holdsControl(event) ? `Ctrl+${event.key.toLowerCase()}` : alone(event);
    const meant = shortcuts.filter((one) => one.keys === keys);
    const shortcut = meant.find((one) => actionFor(nameOf(one)) !== undefined) ?? meant[0];
    if (!shortcut || (event.repeat && !shortcut.repeats)) return;
    const action = actionFor(nameOf(shortcut));
    if (action !== undefined) action?.(event.repeat);
    else if (shortcut.to !== undefined) go(shortcut.to);
    else return;
    event.preventDefault();
  }

  /** The keys that were pressed by themselves: this one, or it and the one before. */
  function alone(event: KeyboardEvent): string | undefined {
    if (!isOn() || isForOthers(event)) return undefined;
    const key = nameOfKey(event);
    const { timeStamp } = event;
    const isSecond = first.key !== '' && timeStamp - first.at < sequenceTimeout;
    const startsOne = !isSecond && shortcuts.some((shortcut) => shortcut.keys.startsWith(`${key} `));
    const keys = isSecond ? `${first.key} ${key}` : key;
    first = startsOne ? { key, at: timeStamp } : { key: '', at: 0 };
    return keys;
  }

  /** As shortcuts name it. Shift is a modifier of those letters alone that have a shortcut with it. */
  function nameOfKey({ key, shiftKey }: KeyboardEvent): string {
    if (key === ' ') return 'Space';
    return shiftKey && isLetter(key) ? `Shift+${key.toLowerCase()}` : key;
  }

  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

function isForOthers({ key, shiftKey, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  // Some characters need Shift to be typed; with the space bar it is a modifier, and with a letter a part of its name.
  if (shiftKey && key === ' ') return true;
  if (!(target instanceof Element)) return false;
  return target.closest(key === ' ' ? `${typing}, ${pressedBySpace}` : typing) !== null;
}

const isLetter = (key: string) => key.length === 1 && key.toLowerCase() !== key.toUpperCase();

/** The action of a shortcut on the page in sight, by its name; undefined where there is none. */
export function actionFor(name: string): Actions[string] {
  return [...bound]
    .toReversed()
    .map((actions) => actions()[name])
    .find((action) => action !== undefined);
}
