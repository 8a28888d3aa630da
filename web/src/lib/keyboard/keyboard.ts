import { useEffect, useEffectEvent } from 'react';
import { alternatives } from '#web/language/language.ts';
import { shortcutOf } from '#web/ui/keys.ts';
import { keyNames, nameOf, type Shortcut } from './shortcut.ts';
import { holdKeysWhile, inFront, isHeldKey, listenForHeldKeys, typing } from './held-keys.ts';
import { keyNotice, texts } from './keyboard-state.ts';

/** The argument is whether the key is held down, for shortcuts that repeat. */
type Action = (isHeld: boolean) => void;

/** The actions of shortcuts, by name; for one that is currently refused, the reason as a sentence. */
export type Actions = Readonly<Record<string, Action | string | undefined>>;

interface Reach {
  shortcuts: readonly Shortcut[];
  isOn: () => boolean;
  /** Resolves once the page is shown. */
  go: (address: string) => Promise<unknown>;
}

/** The timeout between the two keys of a sequence, in milliseconds. */
const sequenceTimeout = 1_500;

/** Elements that handle the space bar. A closed select does not handle letters. */
const pressedBySpace = 'button, input, summary, [role="button"], [role="combobox"]';

/** The actions of the shown pages; for the same shortcut, the last registered one wins. */
const bound = new Set<() => Actions>();

/** Registers actions of shortcuts until the returned function is called. */
function bind(actions: () => Actions): () => void {
  bound.add(actions);
  return () => void bound.delete(actions);
}

/**
 * Listens for shortcuts until the returned function is called. Ignores keys with a modifier other than Ctrl, keys for
 * typing or choosing, and keys while a dialog is open. A shortcut that cannot do anything says why.
 */
export function listen({ shortcuts, isOn, go }: Reach): () => void {
  let first = { key: '', at: 0 };

  function onKeyDown(event: KeyboardEvent) {
    if (isHeldKey() || event.defaultPrevented) return;
    if (document.querySelector(inFront) !== null) return;
    const pressed = shortcutOf(event);
    const keys = pressed.startsWith('Ctrl+') ? pressed : alone(pressed, event);
    const meant = shortcuts.filter((one) => one.keys === keys);
    const actions = meant.map((one) => registered(nameOf(one)));
    const action = actions.find(isAction) ?? actions.find((one) => one !== undefined);
    const to = meant.find((one) => one.to !== undefined)?.to;
    if (event.repeat && !meant.some(({ repeats }) => repeats)) return;
    if (typeof action === 'function') action(event.repeat);
    else if (action !== undefined) keyNotice.show({ text: action });
    else if (to !== undefined) openPage(to);
    else return sayWhere(meant);
    event.preventDefault();
  }

  function openPage(address: string) {
    const opened = go(address);
    // Keys typed from now on are for the field in the address's fragment.
    if (address.includes('#')) holdKeysWhile(opened);
  }

  /** The possible sequences: this key alone, or the previous one and this key. */
  function alone(key: string, { target, timeStamp }: KeyboardEvent): string | undefined {
    if (key === '' || !isOn() || isForOthers(key, target)) return undefined;
    const isSecond = first.key !== '' && timeStamp - first.at < sequenceTimeout;
    const startsOne = !isSecond && shortcuts.some((shortcut) => shortcut.keys.startsWith(`${key} `));
    const keys = isSecond ? `${first.key} ${key}` : key;
    first = startsOne ? { key, at: timeStamp } : { key: '', at: 0 };
    return keys;
  }

  const stopHolding = listenForHeldKeys((event) => {
    const pressed = shortcutOf(event);
    return pressed === 'Ctrl+Enter' || shortcuts.some(({ keys }) => keys === pressed);
  });
  window.addEventListener('keydown', onKeyDown);
  return () => {
    stopHolding();
    window.removeEventListener('keydown', onKeyDown);
  };
}

/** Says where the shortcuts of a key work, if not here. */
function sayWhere(meant: readonly Shortcut[]): void {
  const [first] = meant;
  const places = [...new Set(meant.flatMap(({ where }) => where ?? []))];
  if (!first || places.length === 0) return;
  keyNotice.show({ text: texts.onlyThere(keyNames(first.keys).join('+'), alternatives(places)) });
}

function isForOthers(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(key === 'Space' ? `${typing}, ${pressedBySpace}` : typing) !== null;
}

/** The action of a shortcut on the shown page, by name; undefined if there is none, or it is refused. */
export function actionFor(name: string): Action | undefined {
  const action = registered(name);
  return isAction(action) ? action : undefined;
}

function registered(name: string): Actions[string] {
  return [...bound]
    .toReversed()
    .map((actions) => actions()[name])
    .find((action) => action !== undefined);
}

const isAction = (action: Actions[string]): action is Action => typeof action === 'function';

/** The actions of shortcuts while this component is mounted, by their keys; undefined for none. */
export function useShortcuts(actions: Actions): void {
  const current = useEffectEvent(() => actions);
  useEffect(() => bind(() => current()), []);
}
