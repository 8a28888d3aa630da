import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { language } from '#web/language/language.ts';
import { MissingCodeError } from '#web/lib/lazy-page.ts';
import { watchPageLeaving } from '#web/lib/waiting.ts';
import { App } from './App.tsx';
import { loadMessages } from './load-messages.ts';

document.documentElement.lang = language;
watchPageLeaving();
repeatStyleSheets();
await loadMessages();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root, {
  // The page reports the missing code and loads it later, so this is not an error to report.
  onCaughtError: (error) => {
    if (!(error instanceof MissingCodeError)) reportError(error);
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** Requests a style sheet again if it could not be loaded: Vite requests that of a lazily loaded part only once. */
function repeatStyleSheets(): void {
  const failures = new Map<string, number>();
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      const failed = (failures.get(target.href) ?? 0) + 1;
      failures.set(target.href, failed);
      // A newer build may not have it, so there are at most ten requests, the last after half an hour.
      if (failed < 10) setTimeout(() => target.replaceWith(target.cloneNode()), 2_000 * 2 ** failed);
    },
    true,
  );
}
