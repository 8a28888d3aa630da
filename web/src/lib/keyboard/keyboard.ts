import { holdsControl } from './control.ts';
import { nameOf, type Shortcut } from './shortcut.ts';

/** The actions of shortcuts; the argument is whether the key is held down, where a shortcut repeats. `null` disables one. */
export type Actions = Readonly<Record<string, ((isHeld: boolean) => void) | null | undefined>>;

interface Reach {
  shortcuts: readonly Shortcut[];
  isOn: () => boolean;
  go: (address: string) => void;
}

/** The timeout between the two keys of a sequence, in milliseconds. */
const sequenceTimeout = 1_500;

const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="textbox"]';
/** Elements that handle the space bar. A closed select does not handle letters. */
const pressedBySpace = 'button, input, summary, [role="button"], [role="combobox"]';
const inFront = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** The actions of the shown pages; for the same shortcut, the last registered one wins. */
const bound = new Set<() => Actions>();

/** Registers actions of shortcuts until the returned function is called. */
export function bind(actions: () => Actions): () => void {
  bound.add(actions);
  return () => void bound.delete(actions);
}

/**
 * Listens for shortcuts until the returned function is called. Ignores keys with a modifier other than Ctrl, keys for
 * typing or choosing, and keys while a dialog is open.
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

  /** The possible sequences: this key, or the one before and this key. */
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

  /** The name of a key in shortcuts. Shift is part of it only for letters that have a shortcut with it. */
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

/** The action of a shortcut on the shown page, by its name; undefined if there is none. */
export function actionFor(name: string): Actions[string] {
  return [...bound]
    .toReversed()
    .map((actions) => actions()[name])
    .find((action) => action !== undefined);
}
