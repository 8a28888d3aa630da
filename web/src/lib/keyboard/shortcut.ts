/** A key, or keys pressed one after another (`g b`), and what they do. Features declare theirs in their manifests. */
export interface Shortcut {
  readonly keys: string;
  /** What it does, as the list of shortcuts says it. */
  readonly label: string;
  /** The address it leads to from anywhere. Without one, only a page that gives it an action has it (`useShortcuts`). */
  readonly to?: string;
  /** Held down, it goes on. */
  readonly repeats?: boolean;
}
