/* The chosen look. Before the first paint, index.html applies a choice by the same rules. */

const modes = ['light', 'dark', 'system'] as const;
export type ThemeMode = (typeof modes)[number];

/** The key of the stored choice, the same as in release 0.2. */
const key = 'mui-mode';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let mode = storedMode();

/** Light, dark, or the system's; stored in this browser, whose other tabs follow. */
export const theme = {
  get: (): ThemeMode => mode,
  choose(chosen: ThemeMode): void {
    try {
      localStorage.setItem(key, chosen);
    } catch {
      // Without storage it holds until the page is left.
    }
    turnTo(chosen);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Applies the choice, and its changes in other tabs and in the system. */
export function followTheme(): void {
  apply();
  systemIsDark.addEventListener('change', apply);
  addEventListener('storage', (event) => event.key === key && turnTo(storedMode()));
}

function turnTo(chosen: ThemeMode): void {
  mode = chosen;
  apply();
  for (const listener of listeners) listener();
}

function apply(): void {
  const isDark = mode === 'dark' || (mode === 'system' && systemIsDark.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

function storedMode(): ThemeMode {
  try {
    const stored = localStorage.getItem(key);
    return modes.find((one) => one === stored) ?? 'system';
  } catch {
    return 'system';
  }
}
