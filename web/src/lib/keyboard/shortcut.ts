import { inLanguage } from '#web/language/language.ts';
import { isApple } from '#web/ui/keys.ts';

/** The label of the key. */
export const controlName = isApple ? '⌘' : inLanguage({ en: 'Ctrl', de: 'Strg' });

const shiftName = inLanguage({ en: 'Shift', de: 'Umschalt' });

/** The kinds of pages that have shortcuts of their own. */
export type Place = 'list' | 'bug' | 'create' | 'board' | 'inbox' | 'triage';

/** The kind of the page at a path, if it has shortcuts of its own. */
export function placeOf(path: string): Place | undefined {
  const [, first, second] = path.split('/');
  switch (first) {
    case 'bugs':
      if (second === undefined || second === '') return 'list';
      return second === 'create' ? 'create' : 'bug';
    case 'views':
      return second === undefined ? undefined : 'list';
    case 'board':
    case 'inbox':
    case 'triage':
      return first;
    default:
      return undefined;
  }
}

/** The shortcuts that work at a place: those for all pages, and its own. */
export function shortcutsAt(all: readonly Shortcut[], place: Place | undefined): readonly Shortcut[] {
  return all.filter(({ group, on }) => {
    if (group === undefined) return true;
    return place !== undefined && (on ?? [group]).includes(place);
  });
}

/** Keys and what they do. Features declare theirs in their manifests. */
export interface Shortcut {
  /**
   * A key (`shortcutOf`), a letter with Shift (`Shift+u`), a sequence of keys (`g b`), or a key with Ctrl (`Ctrl+k`),
   * on a Mac with Cmd. The last kind also works while the user types, and is not turned off with the single keys.
   */
  readonly keys: string;
  /**
   * The name by which pages register an action, if the same keys do different things on different pages; by default the
   * keys.
   */
  readonly name?: string;
  /** Its label in the list of shortcuts, and in the command palette. */
  readonly label: string;
  /** Other words that find it in the command palette. */
  readonly words?: string;
  /** Whether the command palette lists it after all others. */
  readonly isLast?: boolean;
  /** Its group in the list of shortcuts; by default, it is for all pages. */
  readonly group?: Place;
  /** The pages that list it; by default, that of its group. */
  readonly on?: readonly Place[];
  /** The address that it opens from anywhere. Without one, it works only on pages that register an action (`useShortcuts`). */
  readonly to?: string;
  /**
   * Where it works, as in "on a card of the board": shown when it is pressed elsewhere. Without it, nothing is shown,
   * as for a key that the browser handles there.
   */
  readonly where?: string;
  /** Whether it repeats while the key is held down. */
  readonly repeats?: boolean;
}

/** The labels of the keys, in order. */
export function keyNames(keys: string): string[] {
  if (keys.startsWith('Ctrl+')) return [controlName, keys.slice(5).toUpperCase()];
  if (keys.startsWith('Shift+')) return [shiftName, keys.slice(6).toUpperCase()];
  return keys.split(' ');
}

/** The name by which pages register a shortcut's action. */
export const nameOf = ({ keys, name = keys }: Shortcut): string => name;
