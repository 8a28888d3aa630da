import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { language } from '#web/language/language.ts';
import { loadMessages } from '#web/lib/api/messages.ts';
import { watchPageLeaving } from '#web/lib/page-leaving.ts';
import { App } from './App.tsx';
import { applyFirstTheme } from './first-theme.ts';

applyFirstTheme();
document.documentElement.lang = language;
watchPageLeaving();
await loadMessages();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
