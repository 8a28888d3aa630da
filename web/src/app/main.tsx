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

/** Requests a style sheet that could not be loaded again, as Vite requests that of a lazily loaded part only once. */
function repeatStyleSheets(): void {
  const pause = 5_000;
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
        setTimeout(() => target.replaceWith(target.cloneNode()), pause);
    },
    true,
  );
}
