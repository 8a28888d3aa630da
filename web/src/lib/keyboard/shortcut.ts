import { controlName } from './control.ts';

/** Keys and what they do. Features declare theirs in their manifests. */
export interface Shortcut {
  /**
   * A key; keys pressed one after another (`g b`); or a key pressed while Ctrl is held, on a Mac Cmd (`Ctrl+k`). The last
   * works while one types, too, and is not turned off with the single keys.
   */
  readonly keys: string;
  /** What it does, as the list of shortcuts says it. */
  readonly label: string;
  /** The address it leads to from anywhere. Without one, only a page that gives it an action has it (`useShortcuts`). */
  readonly to?: string;
  /** Held down, it goes on. */
  readonly repeats?: boolean;
}

/** What is written on the keys, one after another. */
export function keyNames(keys: string): string[] {
  if (keys.startsWith('Ctrl+')) return [controlName, keys.slice(5).toUpperCase()];
  return keys.split(' ');
}
