let leaving = false;

/** Begins to take note of it, once for the whole page. */
export function watchPageLeaving(): void {
  addEventListener('beforeunload', () => {
    leaving = true;
    // Downloads and refused navigations announce themselves too, and then the page stays.
    setTimeout(() => (leaving = false), 1_000);
  });
  addEventListener('pagehide', () => (leaving = true));
  addEventListener('pageshow', () => (leaving = false));
}

/** Whether the browser is on its way to another page, which makes requests fail for no fault of theirs. */
export function isPageLeaving(): boolean {
  return leaving;
}
