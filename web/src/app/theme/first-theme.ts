/** Sets light or dark before anything is painted. Material UI follows the same choice, but only after the first paint. */
export function applyFirstTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const chosen = chosenTheme();
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-theme', theme);
}

/** The key under which Material UI stores the choice. */
function chosenTheme(): string | null {
  try {
    return localStorage.getItem('mui-mode');
  } catch {
    return null;
  }
}
