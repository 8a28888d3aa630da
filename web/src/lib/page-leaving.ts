let leaving = false;

/** Registers the listeners, once for the whole page. */
export function watchPageLeaving(): void {
  addEventListener('beforeunload', () => {
    leaving = true;
    // Downloads and cancelled navigations also fire this event, and the page stays.
    setTimeout(() => (leaving = false), 1_000);
  });
  addEventListener('pagehide', () => (leaving = true));
  addEventListener('pageshow', () => (leaving = false));
}

/** Whether the browser is navigating to another page, which aborts requests. */
export function isPageLeaving(): boolean {
  return leaving;
}
